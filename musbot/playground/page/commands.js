// Application commands as the composer needs them: one entry for each thing that can be run.

import { nameOf } from "./dom.js";
import { isThread } from "./store.js";

export const Option = {
  SUB: 1,
  GROUP: 2,
  STRING: 3,
  INTEGER: 4,
  BOOLEAN: 5,
  USER: 6,
  CHANNEL: 7,
  ROLE: 8,
  MENTIONABLE: 9,
  NUMBER: 10,
  FILE: 11,
};
const KINDS = {
  3: "text",
  4: "whole number",
  5: "true or false",
  6: "user",
  7: "channel",
  8: "role",
  9: "user or role",
  10: "number",
  11: "file",
};
const CHAT = 1;

const word = (thing, field, locale) => thing[`${field}_localizations`]?.[locale] ?? thing[field] ?? "";
export const optionName = (option, locale) => word(option, "name", locale);
export const choiceName = (choice, locale) => word(choice, "name", locale);

/** Whether `command` may be used in `channel` (D:interactions/application-commands, contexts). */
export function usableIn(command, channel) {
  if (!channel) return false;
  if (channel.guild_id) {
    if (command.guild_id && command.guild_id !== channel.guild_id) return false;
    return !command.contexts || command.contexts.includes(0);
  }
  if (command.guild_id) return false;
  return command.contexts ? command.contexts.includes(1) : command.dm_permission !== false;
}

/**
 * The slash commands of `channel`, subcommands flattened: {command, path, name, plain, description,
 * options}, where `name` is in the reader's language and `plain` the default one.
 */
export function slashCommands(commands, channel, locale) {
  const leaves = [];
  const walk = (command, node, path, names) => {
    const subs = (node.options ?? []).filter((o) => o.type === Option.SUB || o.type === Option.GROUP);
    if (subs.length) {
      for (const sub of subs) walk(command, sub, [...path, sub], [...names, word(sub, "name", locale)]);
      return;
    }
    leaves.push({
      command,
      path,
      name: names.join(" "),
      plain: [command.name, ...path.map((p) => p.name)].join(" "),
      description: word(node, "description", locale),
      options: node.options ?? [],
    });
  };
  for (const command of commands) {
    if ((command.type ?? CHAT) !== CHAT || !usableIn(command, channel)) continue;
    walk(command, command, [], [word(command, "name", locale)]);
  }
  return leaves.sort((a, b) => a.name.localeCompare(b.name));
}

/** User commands (type 2) or message commands (type 3) of `channel`. */
export function contextCommands(commands, type, channel, locale) {
  return commands
    .filter((command) => command.type === type && usableIn(command, channel))
    .map((command) => ({ command, name: word(command, "name", locale) }));
}

/** The commands that what was typed after "/" may mean, best first. */
export function search(leaves, text) {
  const query = text.trim().toLocaleLowerCase();
  const rank = (leaf) => {
    const names = [leaf.name.toLocaleLowerCase(), leaf.plain];
    if (!query || names.some((n) => n === query)) return 0;
    if (names.some((n) => n.startsWith(query))) return 1;
    if (names.some((n) => n.split(/[\s_-]/).some((w) => w.startsWith(query)))) return 2;
    if (names.some((n) => n.includes(query))) return 3;
    return leaf.description.toLocaleLowerCase().includes(query) ? 4 : 9;
  };
  return leaves
    .map((leaf) => [rank(leaf), leaf])
    .filter(([r]) => r < 9)
    .sort((a, b) => a[0] - b[0])
    .map(([, leaf]) => leaf);
}

/** "whole number, 20 to 100": what an option takes. */
export function describe(option) {
  const { min_value: low, max_value: high, min_length: short, max_length: long } = option;
  const range = (a, b, unit) => {
    if (a === undefined && b === undefined) return "";
    if (b === undefined) return `, at least ${a}${unit}`;
    return a === undefined ? `, at most ${b}${unit}` : `, ${a} to ${b}${unit}`;
  };
  const kind = option.choices?.length ? "one of the list" : (KINDS[option.type] ?? "value");
  return kind + range(low ?? undefined, high ?? undefined, "") + range(short ?? undefined, long ?? undefined, " characters");
}

/** What a person can pick for `option`: {name, value}. Empty when anything may be typed. */
export function suggestions(option, store, userId, locale) {
  const users = () => [...store.people, store.me].map((user) => ({ name: nameOf(user), note: user.username, value: user.id, user }));
  const roles = () => [...store.guilds.values()].flatMap((g) => [{ name: "@everyone", value: g.id }, ...(g.roles ?? []).filter((r) => r.id !== g.id).map((r) => ({ name: `@${r.name}`, value: r.id }))]);
  if (option.choices?.length) return option.choices.map((c) => ({ name: choiceName(c, locale), value: c.value }));
  switch (option.type) {
    case Option.BOOLEAN:
      return [
        { name: "True", value: true },
        { name: "False", value: false },
      ];
    case Option.USER:
      return users();
    case Option.ROLE:
      return roles();
    case Option.MENTIONABLE:
      return [...users(), ...roles()];
    case Option.CHANNEL:
      return store
        .guildChannels(userId)
        .filter((c) => !option.channel_types?.length || option.channel_types.includes(c.type))
        .map((c) => ({ name: `#${c.name}`, value: c.id, note: isThread(c) ? "thread" : "" }));
    default:
      return [];
  }
}

const fold = (text) => String(text).trim().replace(/^[@#]/, "").toLocaleLowerCase();

/**
 * What was typed into an option's field, as the value to send.
 * @returns {{value: unknown} | {error: string}}
 */
export function parseValue(option, text, list) {
  const typed = text.trim();
  const closed = list.length > 0 && !option.autocomplete;
  const id = /^<[@#]&?!?(\d+)>$/.exec(typed)?.[1];
  const hit =
    list.find((s) => s.name === typed || String(s.value) === (id ?? typed)) ??
    list.find((s) => fold(s.name) === fold(typed) || fold(s.value) === fold(typed) || (s.note && fold(s.note) === fold(typed)));
  if (hit) return { value: hit.value };
  if (closed || [Option.USER, Option.CHANNEL, Option.ROLE, Option.MENTIONABLE, Option.BOOLEAN].includes(option.type)) {
    return { error: `“${typed}” is not one of the choices.` };
  }
  if (option.type === Option.INTEGER || option.type === Option.NUMBER) {
    const number = Number(typed.replace(",", "."));
    const whole = option.type === Option.INTEGER;
    if (typed === "" || !Number.isFinite(number) || (whole && !Number.isSafeInteger(number))) {
      return { error: whole ? `“${typed}” is not a whole number.` : `“${typed}” is not a number.` };
    }
    if (option.min_value != null && number < option.min_value) return { error: `At least ${option.min_value}, please.` };
    if (option.max_value != null && number > option.max_value) return { error: `At most ${option.max_value}, please.` };
    return { value: number };
  }
  if (option.type === Option.FILE) return { error: "Files cannot be uploaded here." };
  if (option.min_length && typed.length < option.min_length) return { error: `At least ${option.min_length} characters, please.` };
  if (option.max_length && typed.length > option.max_length) return { error: `At most ${option.max_length} characters, please.` };
  return { value: typed };
}

/** The filled-in options in Discord's shape, nested under the subcommand they belong to. */
export function nest(leaf, options) {
  return leaf.path.reduceRight((inner, node) => [{ name: node.name, type: node.type, options: inner }], options);
}

/** "target: 40 private:true" as [[option, "40"], …]; what stands before the first name is `rest`. */
export function splitOptions(text, options, locale) {
  const names = new Map(options.flatMap((o) => [[o.name, o], [optionName(o, locale), o]]));
  const found = [];
  const pattern = /(?:^|\s)([^\s:]{1,32}):/gu;
  for (let match; (match = pattern.exec(text)); ) {
    const option = names.get(match[1]);
    if (option && !found.some((f) => f.option === option)) found.push({ option, from: match.index, to: pattern.lastIndex });
    pattern.lastIndex -= 1; // the next name may follow at once
  }
  return {
    rest: text.slice(0, found[0]?.from ?? text.length),
    values: found.map((f, i) => [f.option, text.slice(f.to, found[i + 1]?.from ?? text.length).trim()]),
  };
}
