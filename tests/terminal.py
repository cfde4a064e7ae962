"""Runs a program in a pseudo-terminal and says what a person would see there.

usage: terminal.py WIDTH HEIGHT STEPS PROGRAM ARGUMENT...

STEPS is a JSON list: ["until", TEXT] waits until the screen shows a text, ["send", KEYS] presses keys, ["resize", WIDTH, HEIGHT], ["signal",
NUMBER] to the program, ["screen"] keeps what is shown when a frame is complete. ["ignore", NUMBER], only as the first, starts the program
with a signal ignored. Then the program is awaited. Prints JSON: screens (lists of lines), alternate and cursor (whether the terminal was
left on the alternate screen, with the cursor shown), seen (control sequences), exit, raw.
"""

import codecs, fcntl, json, os, pty, re, select, signal, struct, sys, termios, time, unicodedata

# Seconds that each step may take, and the end: far more than it does, since a busy machine is no failure.
PATIENCE = 180
SEQUENCE = re.compile(r"\x1b\[([?0-9;]*)([A-Za-z])|\x1b[=>78]|\x1b\][^\x07]*\x07")


class Screen:
    """As much of a terminal as the program under test uses."""

    def __init__(self, width, height):
        self.alternate, self.cursor, self.seen, self.rest = False, True, set(), ""
        self.frames, self.frame = 0, []
        self.resize(width, height)

    def resize(self, width, height):
        self.width, self.height = width, height
        self.clear()

    def clear(self):
        self.cells = [[" "] * self.width for _ in range(self.height)]
        self.x = self.y = 0

    def feed(self, text):
        text, self.rest, at = self.rest + text, "", 0
        while at < len(text):
            match = SEQUENCE.match(text, at)
            if match:
                self.control(match)
                at = match.end()
            elif text[at] == "\x1b" and len(text) - at < 20:
                # The rest of the sequence comes with the next text.
                self.rest = text[at:]
                return
            else:
                self.put(text[at])
                at += 1

    def control(self, match):
        arguments, command = match.group(1) or "", match.group(2)
        self.seen.add(f"{arguments}{command}" if command != "m" else "m")
        if command is None:
            return
        if command in "hl" and arguments.startswith("?"):
            if arguments == "?1049":
                self.alternate = command == "h"
                self.clear()
            elif arguments == "?25":
                self.cursor = command == "h"
        elif command == "H":
            row, column = ([int(n) for n in arguments.split(";") if n] + [1, 1])[:2]
            self.x, self.y = column - 1, row - 1
        elif command == "K":
            self.cells[self.y][min(self.x, self.width) :] = [" "] * max(0, self.width - self.x)
        elif command == "J":
            self.cells[self.y][min(self.x, self.width) :] = [" "] * max(0, self.width - self.x)
            for row in range(self.y + 1, self.height):
                self.cells[row] = [" "] * self.width
            self.frames, self.frame = self.frames + 1, self.lines()

    def put(self, letter):
        if letter == "\r":
            self.x = 0
        elif letter == "\n":
            self.scroll()
        elif letter == "\b":
            self.x = max(0, self.x - 1)
        elif letter >= " " and not unicodedata.combining(letter):
            wide = 2 if unicodedata.east_asian_width(letter) in "WF" else 1
            if self.x + wide > self.width:
                self.x = 0
                self.scroll()
            self.cells[self.y][self.x] = letter
            self.x += wide

    def scroll(self):
        self.y += 1
        if self.y == self.height:
            self.y -= 1
            self.cells = self.cells[1:] + [[" "] * self.width]

    def lines(self):
        return ["".join(row).rstrip() for row in self.cells]


def set_size(terminal, width, height):
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))


def main():
    width, height, steps, program = int(sys.argv[1]), int(sys.argv[2]), json.loads(sys.argv[3]), sys.argv[4:]
    screen, screens, raw = Screen(width, height), [], []
    child, terminal = pty.fork()
    if child == 0:
        # A shell ignores SIGINT for its background jobs, and a child inherits that.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        if steps[0][0] == "ignore":
            signal.signal(steps[0][1], signal.SIG_IGN)
        os.execvp(program[0], program)
    set_size(terminal, width, height)
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    deadline = time.time() + PATIENCE

    def read(wait):
        """False at the end."""
        if not select.select([terminal], [], [], wait)[0]:
            return True
        try:
            data = os.read(terminal, 65536)
        except OSError:
            return False
        text = decoder.decode(data)
        raw.append(text)
        screen.feed(text)
        return bool(data)

    def await_text(text):
        while text not in "\n".join(screen.lines()):
            if not read(0.1) or time.time() > deadline:
                print(json.dumps({"problem": f"waited in vain for {text!r}", "screens": screens + [screen.lines()]}))
                os.kill(child, signal.SIGKILL)
                sys.exit(1)

    for name, *arguments in steps:
        deadline = time.time() + PATIENCE
        if name == "until":
            await_text(arguments[0])
        elif name == "send":
            os.write(terminal, arguments[0].encode())
        elif name == "resize":
            screen.resize(*arguments)
            set_size(terminal, *arguments)
            os.kill(child, signal.SIGWINCH)
        elif name == "signal":
            os.kill(child, arguments[0])
        elif name == "screen":
            # A frame ends by erasing what is below it; the next but one was begun after all that was done so far.
            wanted = screen.frames + 2
            while screen.frames < wanted and read(0.1) and time.time() < deadline:
                pass
            screens.append(screen.frame)
    deadline = time.time() + PATIENCE
    while read(0.1) and time.time() < deadline:
        pass
    if time.time() >= deadline:
        os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    print(
        json.dumps(
            {
                "screens": screens + [screen.lines()],
                "alternate": screen.alternate,
                "cursor": screen.cursor,
                "seen": sorted(screen.seen),
                "exit": os.waitstatus_to_exitcode(status),
                "raw": "".join(raw),
            }
        )
    )


main()
