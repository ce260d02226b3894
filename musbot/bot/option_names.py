"""What the options of commands are called in the languages of Discord.

They stand apart from the catalogues: Discord holds them to a form of its own (lower case, one word), and Basque and
Filipino, which it does not speak, have none. Commands keep their names everywhere, since messages name them and are
read by people whose Discord speaks different languages; an option is seen only while it is being filled in.
"""

from __future__ import annotations

_LANGUAGES = ("es", "sv", "nb", "fr")

_NAMES: dict[str, tuple[str, str, str, str]] = {
    "allow": ("permitir", "tillåt", "tillat", "permettre"),
    "by": ("por", "efter", "etter", "par"),
    "cards": ("cartas", "kort", "kort", "cartes"),
    "channel": ("canal", "kanal", "kanal", "salon"),
    "check_in": ("confirmación", "incheckning", "innsjekking", "pointage"),
    "clock": ("reloj", "klocka", "klokke", "horloge"),
    "consult": ("consulta", "rådgör", "rådfør", "consulter"),
    "contrast": ("contraste", "kontrast", "kontrast", "contraste"),
    "corrido": ("corrido", "corrido", "corrido", "corrido"),
    "courtesy": ("cortesía", "väntetid", "ventetid", "courtoisie"),
    "disallow": ("prohibir", "förbjud", "forby", "interdire"),
    "dms": ("mensajes", "meddelanden", "meldinger", "messages"),
    "entry": ("inscripción", "anmälan", "påmelding", "inscription"),
    "format": ("formato", "format", "format", "formule"),
    "friends": ("amigos", "vänner", "venner", "amis"),
    "games": ("juegos", "spel", "spill", "manches"),
    "hand": ("mano", "hand", "hånd", "main"),
    "highest": ("máximo", "högst", "høyest", "maximum"),
    "honest": ("verdad", "ärliga", "ærlige", "vrais"),
    "held_stone": ("piedra_en_paso", "sten_vid_pass", "stein_ved_pass", "pierre_passée"),
    "kings": ("reyes", "kungar", "konger", "rois"),
    "language": ("idioma", "språk", "språk", "langue"),
    "leaderboard": ("clasificación", "topplista", "toppliste", "classement"),
    "league": ("liga", "liga", "liga", "ligue"),
    "level": ("nivel", "nivå", "nivå", "niveau"),
    "lowest": ("mínimo", "lägst", "lavest", "minimum"),
    "minutes": ("minutos", "minuter", "minutter", "minutes"),
    "name": ("nombre", "namn", "navn", "nom"),
    "newcomer": ("suplente", "ersättare", "innbytter", "remplaçant"),
    "no_leaderboard": ("sin_clasificación", "ingen_topplista", "ingen_toppliste", "sans_classement"),
    "on": ("sí", "på", "på", "oui"),
    "out": ("sale", "ut", "ut", "sortant"),
    "page": ("página", "sida", "side", "page"),
    "partner": ("pareja", "partner", "makker", "partenaire"),
    "person": ("persona", "person", "person", "personne"),
    "pings": ("avisos", "pling", "varsler", "mentions"),
    "player": ("jugador", "spelare", "spiller", "joueur"),
    "punto_bonus": ("prima_punto", "puntobonus", "puntobonus", "prime_punto"),
    "raises": ("envites", "höjningar", "høyninger", "relances"),
    "real31": ("31_real", "äkta_31", "ekte_31", "vrai_31"),
    "repeat": ("repetir", "upprepa", "gjenta", "répéter"),
    "rival1": ("rival1", "motståndare1", "motstander1", "rival1"),
    "rival2": ("rival2", "motståndare2", "motstander2", "rival2"),
    "role": ("rol", "roll", "rolle", "rôle"),
    "round_days": ("días_por_ronda", "dagar_per_rond", "dager_per_runde", "jours_par_tour"),
    "rounds": ("rondas", "ronder", "runder", "tours"),
    "rules": ("reglas", "regler", "regler", "règles"),
    "seat": ("asiento", "plats", "plass", "place"),
    "signals": ("señas", "tecken", "tegn", "signes"),
    "size": ("tamaño", "storlek", "størrelse", "taille"),
    "start": ("inicio", "start", "start", "début"),
    "table": ("mesa", "bord", "bord", "table"),
    "target": ("meta", "mål", "mål", "objectif"),
    "thread": ("hilo", "tråd", "tråd", "fil"),
    "tips": ("consejos", "tips", "tips", "conseils"),
    "tournament": ("torneo", "turnering", "turnering", "tournoi"),
    "tournaments": ("torneos", "turneringar", "turneringer", "tournois"),
    "when": ("cuándo", "när", "når", "quand"),
    "where": ("dónde", "var", "hvor", "où"),
    "who": ("quién", "vem", "hvem", "qui"),
    "zone": ("zona", "tidszon", "tidssone", "fuseau"),
}
"""In the order of `_LANGUAGES`. Those of commands to come may be here already."""


def option_name(name: str, language: str) -> str | None:
    """Return what an option is called in a language; None where it keeps its name.

    >>> option_name("language", "es"), option_name("corrido", "es"), option_name("language", "eu")
    ('idioma', None, None)
    """
    if language not in _LANGUAGES or name not in _NAMES:
        return None
    translated = _NAMES[name][_LANGUAGES.index(language)]
    return translated if translated != name else None


def has_names(name: str) -> bool:
    """Return whether an option has been named in every language, be it by the same word."""
    return name in _NAMES
