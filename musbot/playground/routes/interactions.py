"""Answers to interactions: the callback, and the webhook of follow-ups."""

from __future__ import annotations

from typing import Any

from ..refusals import Code, Refusal
from ..rest import Call, route

__all__: list[str] = []

MESSAGE = "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"


@route("POST", "/interactions/{interaction_id}/{webhook_token}/callback", authorized=False)
def callback(call: Call) -> Any:
    """Acknowledge an interaction."""
    response = call.desk.answer(
        call.params["interaction_id"], call.params["webhook_token"], call.payload, call.uploads
    )
    wanted = call.query.get("with_response", "").lower() in ("true", "1")
    return response if wanted else None


@route("POST", "/webhooks/{webhook_id}/{webhook_token}", authorized=False)
def follow_up(call: Call) -> Any:
    """Post a follow-up message."""
    interaction = call.desk.by_webhook(call.params["webhook_id"], call.params["webhook_token"])
    return call.desk.follow_up(interaction, call.payload, call.uploads).data


@route("GET", MESSAGE, authorized=False)
def get_message(call: Call) -> Any:
    """One message of the interaction."""
    interaction = call.desk.by_webhook(call.params["webhook_id"], call.params["webhook_token"])
    return call.desk.message_of(interaction, call.params["message_id"]).data


@route("PATCH", MESSAGE, authorized=False)
def edit_message(call: Call) -> Any:
    """Edit one message of the interaction."""
    interaction = call.desk.by_webhook(call.params["webhook_id"], call.params["webhook_token"])
    message = call.desk.message_of(interaction, call.params["message_id"])
    return call.desk.edit(interaction, message, call.payload, call.uploads).data


@route("DELETE", MESSAGE, authorized=False)
def delete_message(call: Call) -> Any:
    """Delete one message of the interaction."""
    interaction = call.desk.by_webhook(call.params["webhook_id"], call.params["webhook_token"])
    message = call.desk.message_of(interaction, call.params["message_id"])
    if message.author_id != call.world.bot.id:
        raise Refusal.of(Code.UNKNOWN_MESSAGE)
    call.desk.delete(interaction, message)
