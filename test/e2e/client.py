"""The official MCP client, driven by lines of JSON.

Reads one request a line, {"tool": ..., "arguments": {...}} or {"list": true}, and answers each with one line:
{"text", "structured", "error"} for a tool, {"tools"} for the list, {"failed"} when the client itself raised.
The first line tells about the connection: {"protocol", "server", "instructions"}.

    client.py http URL MODE        the token comes in the environment variable TOKEN
    client.py stdio MODE COMMAND ARGUMENT...

MODE is the client's: auto, legacy or a revision.
"""

import asyncio
import json
import os
import sys

import httpx2
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters
from mcp.client.streamable_http import streamable_http_client


def connect() -> Client:
    transport, *rest = sys.argv[1:]
    if transport == "stdio":
        mode, command, *arguments = rest
        return Client(StdioServerParameters(command=command, args=arguments, env=dict(os.environ)), mode=mode)
    url, mode = rest
    token = os.environ.get("TOKEN")
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    http = httpx2.AsyncClient(headers=headers, timeout=60)
    return Client(streamable_http_client(url, http_client=http), mode=mode)


def say(answer: dict) -> None:
    print(json.dumps(answer, ensure_ascii=False), flush=True)


async def answer(client: Client, request: dict) -> dict:
    if "list" in request:
        listed = await client.list_tools()
        return {"tools": [tool.model_dump(by_alias=True, exclude_none=True, mode="json") for tool in listed.tools]}
    result = await client.call_tool(request["tool"], request["arguments"])
    return {
        "text": "".join(part.text for part in result.content if part.type == "text"),
        "structured": result.structured_content,
        "error": result.is_error,
    }


async def main() -> None:
    async with connect() as client:
        info = client.server_info
        say({
            "protocol": client.protocol_version,
            "server": info.name if info else "",
            "instructions": client.instructions or "",
        })
        while line := await asyncio.to_thread(sys.stdin.readline):
            try:
                say(await answer(client, json.loads(line)))
            except Exception as e:  # whatever the client raises is an answer for the test to judge
                say({"failed": f"{type(e).__name__}: {e}"})


def first_cause(e: BaseException) -> BaseException:
    """The first leaf of an exception group."""
    while isinstance(e, BaseExceptionGroup):
        e = e.exceptions[0]
    return e


if __name__ == "__main__":
    try:
        asyncio.run(main())
    except BaseException as e:
        cause = first_cause(e)
        say({"failed": f"{type(cause).__name__}: {cause}"})
