"""Some of the evenings once more, on PostgreSQL. All of them: ``MUSBOT_TEST_DATABASE=postgresql pytest tests/e2e``."""

from __future__ import annotations

import pytest

from tests.e2e.test_clicks import (  # noqa: F401
    test_four_clicks_at_once_in_the_lobby_and_in_a_discard,
    test_the_same_click_ten_times_counts_once,
)
from tests.e2e.test_clocks import (  # noqa: F401
    club,
    test_d3_f4_a_click_and_the_time_out_at_the_same_instant,
    test_d7_d8_after_two_misses_an_ai_player_plays_and_im_back_gives_the_seat_back,
    test_n2_n3_a_ping_at_half_time_once_and_to_nobody_else,
)
from tests.e2e.test_games import (  # noqa: F401
    test_four_people_play_to_forty,
    test_hands_arrive_by_direct_message_and_follow_the_discards,
    test_one_person_plays_with_three_ai,
)
from tests.e2e.test_privacy import (  # noqa: F401
    test_an_erased_person_leaves_the_table_and_is_in_no_record,
    test_show_and_export_tell_what_is_kept,
)
from tests.e2e.test_signals import (  # noqa: F401
    test_the_partner_gets_the_face_in_its_frame_by_direct_message,
)


@pytest.fixture
def kind() -> str:
    return "postgresql"
