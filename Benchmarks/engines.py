#!/usr/bin/env python3
"""Set Evoke's own search index beside that of a PostgreSQL database, a database that looks at each photo, and Milvus.

    engines.py VECTORS --bench PROGRAM --postgres INSTALLATION [--milvus PROGRAMS] [--memory 1GB]

VECTORS is a folder that vectors.py made, and PROGRAM is evoke-bench. INSTALLATION has bin/postgres with pgvector; `make test`
keeps one in .build/test-postgres/servers/pginstall18. The vectors are recorded in a library of a new server on this machine,
which has so much MEMORY for its pages and as much again to make its index in. PROGRAMS is what Tests/Milvus/unpack made;
`make milvus` keeps it in .build/test-milvus/programs. Prints what evoke-bench measures, and the bytes
of table and indexes; each line is JSON. All is deleted at the end.
"""
import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time


class Server:
    """A PostgreSQL server that ends with this program; its folder is readable to the user that it runs as."""

    def __init__(self, installation, memory):
        self.programs = pathlib.Path(installation).resolve() / "bin"
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="evoke-engines-", dir="/tmp"))
        self.user = []
        # PostgreSQL does not run as root.
        if os.geteuid() == 0:
            self.user = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"]
            shutil.chown(self.folder, "nobody", "nogroup")
        self.run("initdb", "--pgdata", self.folder / "data", "--username", "postgres", "--auth", "trust", "--encoding", "UTF8",
                 "--locale", "C", "--no-sync")
        settings = {"listen_addresses": "", "shared_buffers": memory, "maintenance_work_mem": memory, "max_wal_size": "4GB"}
        self.process = subprocess.Popen(
            self.user + [self.programs / "postgres", "-D", self.folder / "data", "-k", self.folder]
            + [word for name, value in settings.items() for word in ("-c", f"{name}={value}")],
            cwd="/", stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while subprocess.run([self.programs / "pg_isready", "--quiet", "--host", self.folder]).returncode:
            if self.process.poll() is not None:
                sys.exit("the server did not start")
            time.sleep(0.1)
        self.run("createdb", "--host", self.folder, "--username", "postgres", "evoke")

    def run(self, program, *words):
        subprocess.run(self.user + [self.programs / program, *words], cwd="/", check=True, stdout=subprocess.DEVNULL)

    def sql(self, text):
        return subprocess.run(
            [self.programs / "psql", "--no-psqlrc", "--host", self.folder, "--username", "postgres", "--no-align",
             "--tuples-only", "--quiet", "evoke", "--command", text], check=True, capture_output=True, text=True).stdout.strip()

    def stop(self):
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.folder)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("vectors")
    parser.add_argument("--bench", required=True)
    parser.add_argument("--postgres", required=True)
    parser.add_argument("--milvus")
    parser.add_argument("--memory", default="1GB")
    options = parser.parse_args()
    server = Server(options.postgres, options.memory)
    try:
        cache = server.folder / "cache"
        address = f"postgres://postgres@/evoke?host={server.folder}&library=bench"
        beside = [pathlib.Path(__file__).parents[1] / "Tests/Milvus/run", options.milvus] if options.milvus else []
        subprocess.run(
            [*beside, options.bench, "engines", address, options.vectors], check=True,
            env={**os.environ, "XDG_CACHE_HOME": str(cache)})
        sizes = server.sql("""
            SELECT json_build_object('name', 'bytes',
                'table', (SELECT sum(pg_table_size(c.oid)) FROM pg_class c WHERE c.relname ~ '^vectors_[0-9]$'),
                'database_index', (SELECT sum(pg_relation_size(c.oid)) FROM pg_class c WHERE c.relname LIKE 'near\\_%'))""")
        index = sum(file.stat().st_size for file in cache.rglob("*.evx"))
        print(json.dumps({**json.loads(sizes), "replica": index}))
    finally:
        server.stop()


if __name__ == "__main__":
    main()
