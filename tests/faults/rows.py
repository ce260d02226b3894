"""Faults that users of other game bots and libraries have reported, and the tests that keep them out of this one.

The rows are numbered by kind: A answers to clicks, B direct messages, C messages for one person, D players who
leave, E restarts and storage, F things at once, G permissions, H threads, I rate limits, J texts, K ratings and
privacy, L tournaments, M pictures, N notices, O hidden cards, P hosting.
"""

from __future__ import annotations

from typing import NamedTuple


class Row(NamedTuple):
    """A fault, and the tests that would fail if it came back (or why there is none)."""

    fault: str
    tests: tuple[str, ...] = ()
    """``folder/test_module::test_name``, below ``tests/``."""
    why_not: str = ""


def row(fault: str, *tests: str) -> Row:
    """Return a row with its tests."""
    return Row(fault, tests)


def none(fault: str, why: str) -> Row:
    """Return a row that needs no test, and why."""
    return Row(fault, (), why)


ROWS: dict[str, Row] = {
    # Answers to clicks
    "A1": row(
        "an answer after three seconds is refused, and the click is lost",
        "e2e/test_clicks::test_an_answer_that_comes_too_late_is_shown_all_the_same",
        "bot/test_calls::test_an_answer_that_comes_too_late_is_no_error",
    ),
    "A2": row(
        "a form that is not the first answer is refused",
        "e2e/test_clicks::test_raising_from_the_menu_and_by_number",
        "simcord/test_evening::test_a_bet_is_raised_by_the_form_agreed_and_called",
    ),
    "A3": row(
        "a command that arrives late is carried out though its user saw it fail",
        "e2e/test_weather::test_an_interaction_that_arrives_late_does_nothing",
        "bot/test_weather::test_a_late_interaction_is_left_alone_whatever_this_clock_shows",
    ),
    "A4": row(
        "a button works, and the client says that it failed",
        "e2e/test_fuzz::test_any_click_is_answered",
        "e2e/test_fuzz::test_any_form_is_answered",
        "e2e/test_chaos::test_two_games_in_a_storm",
    ),
    "A5": row(
        "the same click counts twice",
        "e2e/test_clicks::test_the_same_click_ten_times_counts_once",
        "e2e/test_weather::test_an_interaction_that_arrives_twice_counts_once",
        "bot/test_weather::test_the_same_interaction_twice_is_handled_once",
    ),
    "A6": row("two listeners answer one click", "bot/test_sources::test_clicks_arrive_in_one_place"),
    "A8": row(
        "a click while a round ends fails",
        "simcord/test_evening::test_a_button_of_an_earlier_moment_is_too_late_and_brings_the_present_one",
        "simcord/test_evening::test_a_form_sent_too_late_is_answered",
    ),
    "A9": row(
        "somebody else's click is met with silence",
        "e2e/test_clicks::test_a_stranger_and_those_out_of_turn_are_told_so",
        "simcord/test_evening::test_who_is_not_asked_gets_no_form",
    ),
    "A10": row(
        "buttons die after three minutes",
        "e2e/test_long_evenings::test_buttons_work_hours_later",
        "bot/test_sources::test_no_view_waits_for_an_end",
    ),
    "A12": row(
        "buttons of a view that timed out can still be pressed",
        "bot/test_sources::test_no_view_waits_for_an_end",
        "bot/test_letters::test_a_view_is_stopped_so_that_discord_py_keeps_no_trace_of_it",
    ),
    "A14": row(
        "buttons of old messages fail",
        "e2e/test_clicks::test_an_old_message_answers_politely",
        "e2e/test_clicks::test_a_hostile_custom_id_is_answered_and_does_nothing",
        "e2e/test_clicks::test_cards_that_are_none_for_a_table_that_is_none_are_answered",
    ),
    "A15": row(
        "a click reaches another message's game",
        "e2e/test_long_evenings::test_two_tables_at_once_do_not_mix",
        "bot/test_ids::test_an_id_is_read_as_it_was_written",
    ),
    "A17": row(
        "an error is told to everybody",
        "bot/test_tree::test_whatever_goes_wrong_is_answered_for_that_person_alone",
        "e2e/test_commands::test_open_join_leave_close",
    ),
    # Direct messages
    "B1": row(
        "one player's closed messages hang the game",
        "e2e/test_commands::test_a_game_goes_on_without_any_direct_message",
    ),
    "B2": row(
        "closed messages are tried again and again",
        "e2e/test_weather::test_messages_closed_in_mid_game_are_noticed_and_remembered_at_the_next_table",
        "bot/test_mail::test_a_closed_door_is_not_knocked_at_again",
    ),
    "B3": row(
        "messages that are closed in mid-game crash the bot",
        "e2e/test_weather::test_messages_closed_in_mid_game_are_noticed_and_remembered_at_the_next_table",
        "e2e/test_weather::test_somebody_who_opens_their_messages_gets_hands_again",
        "bot/test_calls::test_who_takes_no_direct_messages_has_closed_them",
    ),
    "B6": row(
        "a bot that opens many conversations is put into quarantine",
        "bot/test_mail::test_hands_go_before_reminders_where_conversations_are_opened",
        "bot/test_weather::test_the_turnstile_lets_a_few_through_and_the_others_wait",
    ),
    "B9": row(
        "conversations are opened too fast",
        "bot/test_mail::test_too_many_new_conversations_close_nobody_s_door",
        "bot/test_mail::test_a_conversation_is_opened_once_and_kept",
        "bot/test_calls::test_too_many_new_conversations_say_nothing_of_the_person",
    ),
    "B11": row(
        "a hand vanishes before it is read",
        "bot/test_sources::test_no_message_vanishes_by_itself",
        "e2e/test_clicks::test_my_hand_shows_the_same_hand_as_often_as_asked",
    ),
    "B12": row(
        "a game starts with a seat that nobody has",
        "table/test_seats::test_friends_sit_down_in_order_and_the_fourth_starts_the_game",
        "table/test_seats::test_ai_players_fill_the_empty_seats_and_the_game_starts",
    ),
    # Messages for one person
    "C1": row(
        "a message for one person is gone after a jump",
        "e2e/test_clicks::test_my_hand_shows_the_same_hand_as_often_as_asked",
        "e2e/test_budget::test_a_deal_costs_its_message_and_four_hands_and_nothing_else",
    ),
    "C2": row(
        "what was told once cannot be seen again",
        "e2e/test_clicks::test_my_hand_shows_the_same_hand_as_often_as_asked",
        "e2e/test_commands::test_score_tables_rules_and_hand",
    ),
    # Players
    "D1": row(
        "the clock never runs out",
        "table/test_clocks::test_d1_time_runs_out_again_and_again_until_the_table_is_over",
        "table/test_clocks::test_d1_nothing_runs_out_before_its_time",
    ),
    "D2": row(
        "a leaver's cards disappear",
        "table/test_clocks::test_d2_another_person_takes_the_place_with_the_same_cards",
        "table/test_seats::test_who_leaves_a_game_leaves_the_cards_to_an_ai_player",
    ),
    "D3": row(
        "nobody can remove a player while the host is gone",
        "table/test_clocks::test_d3_the_three_others_remove_a_player_together",
        "table/test_clocks::test_d3_the_host_is_no_exception",
    ),
    "D4": row(
        "there is no way to leave",
        "table/test_seats::test_who_leaves_before_the_start_frees_the_seat",
        "table/test_seats::test_who_leaves_when_it_is_their_turn_holds_nobody_up",
        "table/test_seats::test_who_leaves_in_a_discard_has_the_ai_player_drop",
        "e2e/test_commands::test_leaving_in_play_gives_the_seat_to_an_ai_player",
    ),
    "D5": row(
        "a player who left the server locks the game",
        "e2e/test_long_evenings::test_who_left_the_server_holds_nobody_up",
    ),
    "D6": row(
        "no response at all once a player has left the server",
        "e2e/test_long_evenings::test_who_left_the_server_holds_nobody_up",
    ),
    "D7": row(
        "somebody who is away holds everybody up",
        "table/test_clocks::test_d7_in_the_mus_talk_the_clock_cuts",
        "table/test_clocks::test_d7_where_a_bet_is_open_the_clock_passes",
        "table/test_clocks::test_d7_after_two_misses_in_a_row_an_ai_player_takes_the_seat",
    ),
    "D8": row(
        "whoever comes back is not recognised",
        "table/test_clocks::test_d8_who_is_back_has_the_seat_at_once_and_the_cards",
        "table/test_clocks::test_d8_by_the_command_too_and_after_leaving",
    ),
    "D9": row(
        "after a removal the turn goes to the wrong player",
        "table/test_clocks::test_whole_games_by_the_clock_alone_keep_all_invariants",
        "table/test_seats::test_who_leaves_when_it_is_their_turn_holds_nobody_up",
    ),
    "D10": row(
        "the game waits for one who has left",
        "table/test_clocks::test_d10_nobody_waits_for_who_is_away",
    ),
    "D11": row(
        "the AI players play on by themselves when everybody has gone",
        "table/test_clocks::test_d11_a_game_whose_people_are_all_away_waits_a_day_and_is_closed",
        "table/test_seats::test_the_last_person_to_leave_a_game_closes_it",
    ),
    "D12": row(
        "one person sits in two games at once",
        "table/test_clocks::test_d12_nobody_sits_at_two_live_tables",
        "table/test_clocks::test_d12_of_twenty_tables_joined_at_once_through_two_processes_one_has_the_person",
    ),
    "D14": row(
        "already in a game, though one is not",
        "table/test_clocks::test_d14_a_lobby_at_which_nothing_happens_for_a_day_is_closed",
        "e2e/test_weather::test_a_table_that_cannot_be_shown_at_all_is_not_opened",
        "e2e/test_weather::test_a_channel_deleted_in_play_closes_its_tables_and_nobody_wins",
    ),
    "D15": row(
        "all are stuck when one closes the window",
        "table/test_clocks::test_d7_after_two_misses_in_a_row_an_ai_player_takes_the_seat",
        "e2e/test_commands::test_leaving_in_play_gives_the_seat_to_an_ai_player",
    ),
    "D16": row(
        "a lobby never fills",
        "e2e/test_games::test_one_person_plays_with_three_ai",
        "table/test_seats::test_ai_players_fill_the_empty_seats_and_the_game_starts",
    ),
    # Restarts and storage
    "E1": row(
        "a restart ends games, and nobody is told",
        "e2e/test_restarts::test_killed_once_in_each_phase_and_played_to_the_end",
        "simcord/test_evening::test_the_bot_restarts_and_the_old_buttons_work",
    ),
    "E2": row(
        "games are lost on a reboot",
        "e2e/test_restarts::test_killed_at_random_moments_and_every_game_played_to_its_end",
        "store/test_crash::test_every_append_that_returned_survives_a_kill",
    ),
    "E3": row(
        "ended games come back after a redeployment",
        "e2e/test_long_evenings::test_a_finished_table_stays_finished_after_a_restart",
        "store/test_tables::test_live_tables_are_those_a_restart_picks_up",
    ),
    "E5": row(
        "a bot that was removed in mid-game leaves a stuck channel",
        "e2e/test_weather::test_a_bot_removed_in_play_leaves_nothing_behind",
        "e2e/test_weather::test_a_bot_removed_while_it_was_not_running_closes_its_tables_at_the_start",
        "table/test_endings::test_a_table_whose_place_is_gone_is_closed_and_nobody_wins",
    ),
    "E6": row(
        "the game goes on though its messages were not sent",
        "e2e/test_weather::test_a_permission_revoked_in_play_pauses_the_table_until_it_is_given_back",
        "e2e/test_weather::test_who_presses_a_button_of_a_paused_table_is_told_why_and_tries_again",
        "e2e/test_weather::test_an_outage_pauses_the_table_until_it_is_over",
    ),
    "E7": row(
        "the database is locked: several writers",
        "store/test_tables::test_of_two_hundred_writers_at_once_one_gets_each_place",
        "store/test_tables::test_two_processes_worth_of_stores_share_one_file",
    ),
    "E8": row(
        "the database is locked: no patience",
        "store/test_opening::test_a_new_database_has_the_pragmas_and_no_copy",
    ),
    "E9": row(
        "a timer outlives its message",
        "table/test_clocks::test_e9_a_restart_keeps_the_deadlines",
        "table/test_clocks::test_f4_a_deadline_of_an_earlier_moment_does_nothing",
    ),
    # Things at once
    "F2": row(
        "clicks at the same time",
        "e2e/test_clicks::test_four_clicks_at_once_in_the_lobby_and_in_a_discard",
        "table/test_writers::test_a_click_through_two_processes_at_once_counts_once",
    ),
    "F3": row(
        "simultaneous joins steal a seat",
        "e2e/test_long_evenings::test_of_a_hundred_people_who_join_one_table_at_once_three_sit_and_all_are_answered",
        "e2e/test_long_evenings::test_a_hundred_people_who_join_in_one_channel_fill_twenty_five_tables",
        "table/test_writers::test_a_hundred_people_who_join_through_two_processes_find_three_seats",
        "table/test_seats::test_of_a_hundred_who_join_at_once_three_find_a_seat",
    ),
    "F4": row(
        "a timer of an old game acts in the new one",
        "e2e/test_clocks::test_d3_f4_a_click_and_the_time_out_at_the_same_instant",
        "table/test_clocks::test_f4_act_and_time_out_at_the_same_instant_have_one_outcome",
        "table/test_clocks::test_f4_a_deadline_of_an_earlier_moment_does_nothing",
    ),
    "F6": row(
        "a lock is thrown away while it is held",
        "table/test_writers::test_f6_a_lock_is_kept_as_long_as_it_is_held",
        "table/test_writers::test_finished_tables_are_not_kept_in_memory",
        "table/test_writers::test_who_asks_for_a_table_while_it_is_opened_sees_it_grow",
    ),
    # Permissions, deleted things
    "G1": row(
        "missing permissions crash the bot, or make its messages useless",
        "e2e/test_commands::test_a_missing_permission_is_named_before_a_table_opens",
        "simcord/test_evening::test_what_the_bot_lacks_is_named_where_a_table_is_opened",
        "simcord/test_evening::test_in_a_thread_other_permissions_are_needed",
    ),
    "G2": row(
        "a permission revoked in mid-game locks the game",
        "e2e/test_weather::test_a_permission_revoked_in_play_pauses_the_table_until_it_is_given_back",
        "e2e/test_weather::test_where_it_may_not_post_the_bot_plays_on_by_answering",
    ),
    "G4": row(
        "an administrator's bot says that it lacks permissions",
        "e2e/test_doctor::test_an_administrator_lacks_nothing",
    ),
    "G7": row(
        "editing a deleted message crashes the bot",
        "e2e/test_weather::test_a_table_message_deleted_in_play_is_posted_again",
        "simcord/test_evening::test_a_table_message_that_was_deleted_comes_back",
    ),
    "G9": row(
        "pictures in the text are those of another application",
        "bot/test_sources::test_no_emoji_of_one_server_is_shown",
    ),
    "G10": row(
        "a channel overwrite takes what the role gives",
        "e2e/test_doctor::test_an_overwrite_for_the_bot_is_named",
        "e2e/test_doctor::test_an_overwrite_for_a_role_is_named",
        "e2e/test_doctor::test_in_a_thread_the_parent_s_overwrites_count",
    ),
    # Threads
    "H2": row(
        "buttons in an archived thread fail on a telephone",
        "e2e/test_weather::test_an_archived_thread_is_opened_again_once_an_hour",
        "bot/test_calls::test_an_archived_thread_is_opened_and_then_written_in",
    ),
    "H4": row(
        "nothing can be clicked in a locked thread",
        "e2e/test_weather::test_a_locked_thread_pauses_its_table_until_it_is_unlocked",
        "bot/test_calls::test_a_locked_thread_bars_the_bot",
    ),
    "H6": row(
        "the bot must open a thread before it writes there",
        "bot/test_calls::test_an_archived_thread_is_opened_and_then_written_in",
        "e2e/test_weather::test_an_archived_thread_is_opened_again_once_an_hour",
    ),
    # Rate limits
    "I1": row(
        "old messages may not be edited often",
        "e2e/test_weather::test_a_message_too_old_for_edits_makes_way_for_a_new_one",
        "bot/test_calls::test_a_message_too_old_to_be_edited_makes_way_for_another_one",
        "e2e/test_budget::test_a_deal_costs_its_message_and_four_hands_and_nothing_else",
    ),
    "I2": row(
        "one person's clicks get the bot blocked",
        "e2e/test_weather::test_fifty_clicks_by_one_person_cost_few_calls",
        "bot/test_weather::test_fifty_useless_clicks_are_answered_twenty_times_and_told_once",
        "e2e/test_budget::test_a_spoken_word_costs_at_most_two_calls_and_none_of_the_global_limit",
    ),
    "I3": row(
        "one message is edited too often",
        "e2e/test_weather::test_edits_that_answer_no_click_are_a_second_apart_and_the_last_one_wins",
    ),
    "I4": row(
        "a bot is blocked for too many refused calls",
        "bot/test_weather::test_five_thousand_invalid_answers_in_ten_minutes_open_the_breaker",
        "e2e/test_weather::test_refusals_are_counted_and_hands_stop_where_there_were_too_many",
        "e2e/test_weather::test_what_discord_refuses_is_counted_even_where_discord_py_hides_it",
    ),
    "I5": row(
        "a blocked bot goes on knocking",
        "bot/test_weather::test_a_block_by_cloudflare_is_waited_out",
        "bot/test_calls::test_what_does_not_pass_is_said_to_be_the_weather",
        "e2e/test_weather::test_an_outage_pauses_the_table_until_it_is_over",
    ),
    # Texts
    "J1": row(
        "a name breaks the message",
        "bot/test_names::test_known_tricks_are_shown_letter_by_letter",
        "bot/test_names::test_a_name_cannot_eat_what_is_written_behind_it",
    ),
    "J2": row(
        "underscores and asterisks of a name vanish",
        "bot/test_names::test_a_name_in_a_message_reads_as_the_name",
    ),
    "J3": row(
        "a name pings everybody",
        "simcord/test_evening::test_a_hostile_name_pings_nobody",
        "bot/test_sources::test_whatever_is_sent_says_whom_it_may_ping",
        "bot/test_sources::test_the_client_itself_pings_nobody_by_default",
    ),
    "J4": row(
        "what people typed pings when it is shown",
        "e2e/test_fair::test_a_hostile_cut_is_shown_as_text_and_pings_nobody",
        "simcord/test_evening::test_a_payload_without_allowed_mentions_would_be_found",
    ),
    "J5": row(
        "a name with a colon or an at sign breaks what reads it",
        "bot/test_names::test_a_name_in_a_message_pings_nobody_and_means_nothing",
        "bot/test_ids::test_an_id_is_read_as_it_was_written",
    ),
    "J7": row(
        "a message is too long for Discord",
        "bot/test_letters::test_a_board_fits_discord",
        "bot/test_letters::test_the_longest_deal_still_tells_whose_turn_it_is_and_how_it_ended",
        "bot/test_letters::test_a_text_too_long_is_cut",
    ),
    "J8": row(
        "one description too long, and no command is accepted",
        "bot/test_commands::test_every_name_and_description_is_within_the_limits",
        "bot/test_commands::test_no_command_is_longer_than_discord_takes",
    ),
    "J9": row(
        "commands are shown twice",
        "simcord/test_evening::test_the_commands_are_not_sent_again_at_a_restart_if_they_are_the_same",
    ),
    "J10": row(
        "a command fails until the new ones are known",
        "bot/test_tree::test_whatever_goes_wrong_is_answered_for_that_person_alone",
    ),
    # Ratings and privacy
    "K1": row(
        "a leaderboard fails where somebody has left the server",
        "e2e/test_club::test_an_evening_and_what_is_kept_of_it",
        "club/test_boards::test_the_readers_place_is_always_told_and_a_button_away",
    ),
    "K2": row(
        "numbers are shown in place of names",
        "e2e/test_club::test_an_evening_and_what_is_kept_of_it",
    ),
    "K5": row(
        "a rating is farmed from AI players",
        "table/test_clocks::test_a_game_of_four_people_counts",
    ),
    "K6": row(
        "somebody's own accounts make them rise",
        "club/test_ratings::test_a_long_evening_of_the_same_four_is_damped",
        "club/test_ratings::test_a_void_game_never_was_and_can_be_put_in_again",
    ),
    "K7": row(
        "people cannot see, get or erase what is kept of them",
        "e2e/test_privacy::test_show_and_export_tell_what_is_kept",
        "e2e/test_privacy::test_an_erased_person_leaves_the_table_and_is_in_no_record",
        "table/test_endings::test_a_game_from_which_somebody_was_erased_replays_and_is_as_fair_as_before",
    ),
    "K8": row(
        "a person is forgotten in some tables and remembered in others",
        "store/test_privacy::test_every_column_of_the_schema_is_judged",
        "store/test_privacy::test_an_erased_person_is_in_no_cell_of_any_table",
    ),
    # Tournaments
    "L1": row(
        "standings change when somebody drops out",
        "club/test_pairings::test_who_has_withdrawn_stays_in_the_tie_breaks_of_the_others",
    ),
    "L2": row(
        "after a reload a player is paired with themselves",
        "club/test_pairings::test_a_swiss_pairs_everybody_fairly",
        "club/test_tournament_commands::test_a_tournament_is_the_same_made_again_of_its_events",
    ),
    "L3": row(
        "counts include those who dropped out",
        "club/test_tournament_commands::test_who_withdraws_loses_what_is_not_over_and_plays_no_more",
    ),
    "L4": row(
        "both sides tell a result, and nobody confirms it",
        "club/test_tournament_commands::test_results_come_from_the_tables_once",
        "club/test_tournament_runner::test_four_people_come_to_their_table_and_play",
    ),
    "L5": row(
        "a wrong result is for ever",
        "club/test_tournament_commands::test_a_result_can_be_corrected_until_the_next_round_is_paired",
        "club/test_tournament_runner::test_a_result_is_corrected_before_the_next_round_is_paired",
    ),
    "L8": row(
        "an opponent quits, and it counts as one's own loss",
        "club/test_tournament_commands::test_who_is_absent_loses_and_may_come_back",
        "club/test_tournament_outcomes::test_who_has_left_for_good_has_lost_though_the_ai_player_has_won",
    ),
    "L9": row(
        "nobody can be disqualified in a bracket that runs",
        "club/test_pairings::test_an_elimination_ends_with_one_winner",
        "club/test_tournament_commands::test_who_was_removed_does_not_come_back",
        "club/test_tournament_runner::test_who_comes_late_plays_from_the_next_round_and_who_was_removed_no_more",
    ),
    # Pictures
    "M1": row(
        "a picture is cut at its side on a telephone",
        "pictures/test_hand_picture::test_a_hand_keeps_four_per_cent_of_margin",
        "pictures/test_table_picture::test_the_longest_words_stay_within_the_margin",
    ),
    "M3": row(
        "suits differ by colour alone",
        "pictures/test_build::test_suits_in_the_corner_differ_by_shape_for_every_eye",
        "bot/test_letters::test_the_picture_of_a_hand_is_described_in_words",
    ),
    "M4": row(
        "whose turn it is differs by colour alone",
        "pictures/test_colours::test_the_pairs_and_the_marks_differ_for_every_eye",
        "pictures/test_table_picture::test_mano_and_turn_are_seen_at_every_seat",
        "bot/test_letters::test_a_board_names_whose_turn_it_is",
    ),
    "M6": row(
        "the dark theme and the one for the colour-blind exclude each other",
        "pictures/test_hand_picture::test_the_outer_corners_are_transparent_so_that_any_theme_fits",
        "pictures/test_colours::test_the_picture_and_its_cards_stand_out_on_the_light_theme",
    ),
    "M7": none(
        "a gallery with a description crashes one client",
        "Discord has mended its client, and a description is what a blind player hears",
    ),
    "M8": row(
        "long labels are cropped on a telephone",
        "bot/test_phones::test_labels_fit_on_a_telephone",
        "bot/test_phones::test_three_buttons_stand_beside_each_other",
    ),
    "M9": row(
        "cards are too small to read, or files too large",
        "pictures/test_hand_picture::test_a_hand_is_landscape_small_and_in_one_palette",
        "pictures/test_table_picture::test_pictures_of_a_table_are_landscape_and_small",
    ),
    # Notices
    "N2": row(
        "a ping comes before any time has passed",
        "table/test_clocks::test_n2_who_is_to_act_is_reminded_at_half_time_and_not_before",
    ),
    "N3": row(
        "two pings for one turn",
        "table/test_clocks::test_n3_nobody_is_reminded_twice_of_one_moment",
        "table/test_clocks::test_n3_a_reminder_of_a_turn_that_has_passed_is_not_sent",
    ),
    "N4": row(
        "games fill a channel that is for talking",
        "e2e/test_rematch::test_a_table_in_a_thread_leaves_the_channel_to_others",
    ),
    # Hidden cards
    "O1": row(
        "the log names a card that only moved in a hand",
        "table/test_secrecy::test_a_public_table_holds_no_card_before_the_showdown",
        "bot/test_letters::test_other_hidden_cards_make_the_same_board",
    ),
    "O2": row(
        "a public text depends on one's own part",
        "table/test_secrecy::test_other_hidden_cards_look_the_same_to_everybody",
        "bot/test_letters::test_other_hidden_cards_make_the_same_board",
    ),
    "O3": row(
        "the whole deck is told in a payload",
        "e2e/test_leaks::test_no_card_reaches_anyone_but_its_owner",
        "e2e/test_leaks::test_the_scan_finds_a_leak",
    ),
    # Hosting
    "P1": row(
        "the database's folder may not be written to, and nobody says so",
        "store/test_opening::test_one_may_not_write",
        "store/test_opening::test_a_folder_that_cannot_be_made",
    ),
    "P3": row(
        "a bot that is told to stop dies instead",
        "e2e/test_restarts::test_sigterm_tells_the_table_and_ends_it_within_ten_seconds_with_status_0",
    ),
}
