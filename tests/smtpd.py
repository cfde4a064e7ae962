# A mail server of Debian's python3-aiosmtpd: STARTTLS, then AUTH PLAIN, then mail. Prints its port, then a line of JSON for each mail,
# and runs until its standard input ends: smtpd.py CERTIFICATE KEY USER PASSWORD
import json
import socket
import ssl
import sys

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, SMTP

certificate, key, user, password = sys.argv[1:]


class Handler:
    async def handle_DATA(self, server, session, envelope):
        print(
            json.dumps(
                {
                    "tls": session.ssl is not None,
                    "user": session.auth_data,
                    "from": envelope.mail_from,
                    "to": envelope.rcpt_tos,
                    "text": envelope.content.decode("ascii"),
                }
            ),
            flush=True,
        )
        return "250 OK"


def authenticate(server, session, envelope, mechanism, data):
    good = mechanism == "PLAIN" and (data.login.decode(), data.password.decode()) == (user, password)
    return AuthResult(success=good, handled=good, auth_data=f"{mechanism} {data.login.decode()}")


class Server(Controller):
    def factory(self):
        tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        tls.load_cert_chain(certificate, key)
        return SMTP(
            self.handler,
            hostname="localhost",
            require_starttls=True,
            tls_context=tls,
            authenticator=authenticate,
            auth_required=True,
            auth_exclude_mechanism=["LOGIN"],
        )


with socket.create_server(("127.0.0.1", 0)) as probe:
    port = probe.getsockname()[1]
server = Server(Handler(), hostname="127.0.0.1", port=port)
server.start()
print(port, flush=True)
sys.stdin.read()
server.stop()
