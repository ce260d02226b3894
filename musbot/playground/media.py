"""Uploaded files: how big a picture is, and how Discord describes a file in a message."""

from __future__ import annotations

import mimetypes
import struct

from .things import StoredFile
from .wire import Json

__all__ = ["attachment_payload", "content_type", "image_size", "media_payload"]


def image_size(content: bytes) -> tuple[int, int] | None:
    """Width and height in pixels of a PNG, GIF or WebP image, or None for anything else."""
    if content[:8] == b"\x89PNG\r\n\x1a\n" and len(content) >= 24:
        width, height = struct.unpack(">II", content[16:24])
        return int(width), int(height)
    if content[:6] in (b"GIF87a", b"GIF89a") and len(content) >= 10:
        width, height = struct.unpack("<HH", content[6:10])
        return int(width), int(height)
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP" and len(content) >= 30:
        kind = content[12:16]
        if kind == b"VP8X":
            return 1 + int.from_bytes(content[24:27], "little"), 1 + int.from_bytes(content[27:30], "little")
        if kind == b"VP8L":
            bits = int.from_bytes(content[21:25], "little")
            return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
        if kind == b"VP8 ":
            width, height = struct.unpack("<HH", content[26:30])
            return int(width) & 0x3FFF, int(height) & 0x3FFF
    return None


def content_type(name: str, declared: str | None = None) -> str:
    """The media type of an upload; Discord goes by the name when the client says nothing useful."""
    if declared and declared != "application/octet-stream":
        return declared
    return mimetypes.guess_type(name)[0] or "application/octet-stream"


def file_url(origin: str, channel_id: int, file: StoredFile) -> str:
    """The address under which the playground serves a file."""
    return f"{origin}/attachments/{channel_id}/{file.id}/{file.name}"


def attachment_payload(
    origin: str,
    channel_id: int,
    file: StoredFile,
    *,
    description: str | None = None,
    ephemeral: bool = False,
) -> Json:
    """The attachment object of the API."""
    url = file_url(origin, channel_id, file)
    payload: Json = {
        "id": str(file.id),
        "filename": file.name,
        "size": len(file.content),
        "url": url,
        "proxy_url": url,
        "content_type": file.content_type,
        "flags": 0,
    }
    size = image_size(file.content)
    if size is not None:
        payload["width"], payload["height"] = size
    if description is not None:
        payload["description"] = description
    if ephemeral:
        payload["ephemeral"] = True
    return payload


def media_payload(attachment: Json) -> Json:
    """The unfurled media item that a component shows for an attachment."""
    return {
        "id": attachment["id"],
        "url": attachment["url"],
        "proxy_url": attachment["proxy_url"],
        "width": attachment.get("width"),
        "height": attachment.get("height"),
        "content_type": attachment["content_type"],
        "attachment_id": attachment["id"],
        "loading_state": 2,
        "flags": 0,
    }
