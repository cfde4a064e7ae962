using Advisor.Core.Quantities;

namespace Advisor.Cli.Commands.Iac.Code;

/// <summary>
/// Reads the entries of Terraform, Bicep or JSON. What it does not know, such as an output, is an entry like any other: it is there to find
/// the few that state a size. A decorator is an entry of its own, before the one that it decorates: <c>@onlyIfNotExists</c>; so are the
/// lines <c>using 'main.bicep'</c> and <c>param units int</c>.
/// </summary>
internal sealed class CodeParser
{
    // Templates nest a few levels; the stack carries far more.
    private const int MaxDepth = 200;

    private readonly IReadOnlyList<CodeToken> tokens;
    private int at;

    private CodeParser(IReadOnlyList<CodeToken> tokens) => this.tokens = tokens;

    /// <exception cref="FormatException">A string, a comment or a bracket does not end; the message has the line.</exception>
    public static IReadOnlyList<CodeEntry> Parse(string text, bool isJson)
    {
        var parser = new CodeParser(CodeLexer.Read(text, isJson));
        var entries = parser.ReadBody(0);
        return parser.at >= parser.tokens.Count ? entries : throw parser.Fail("a closing bracket without an opening one");
    }

    /// <summary>Reads entries up to a closing brace, or the end.</summary>
    private List<CodeEntry> ReadBody(int depth)
    {
        if (depth > MaxDepth)
        {
            throw Fail($"nested deeper than {Wording.FormatNumber(MaxDepth)} levels");
        }

        var entries = new List<CodeEntry>();
        while (at < tokens.Count && !tokens[at].Is('}'))
        {
            if (ReadEntry(depth) is { } entry)
            {
                entries.Add(entry);
            }
        }

        return entries;
    }

    // A file of JSON is one object without a header: its entries are those of the file.
    private CodeEntry? ReadEntry(int depth)
    {
        var header = new List<string>();
        var (first, line, isDecorator, isSpread) = (at, tokens[at].Line, tokens[at].Is('@'), tokens[at].Is('.'));
        for (; at < tokens.Count; at++)
        {
            var token = tokens[at];
            if (token.Kind is CodeTokenKind.Word or CodeTokenKind.Text)
            {
                header.Add(token.Text);
            }
            else if (token.Is('{'))
            {
                var body = ReadObject(depth);
                return new CodeEntry(header.Count > 0 ? header : [""], [], [body], line);
            }
            else if (token.IsAny("=:") && header.Count > 0)
            {
                at++;
                return ReadValue(header, line, depth);
            }
            else if (token.IsAny("([") && header.Count > 0)
            {
                SkipBrackets(depth);
                at--;
            }
            else if (isSpread && header.Count > 0 && (token.Kind == CodeTokenKind.LineEnd || token.IsAny(",}")))
            {
                return new CodeEntry([CodeEntry.Spread], [.. tokens.Take(at).Skip(first)], [], line);
            }
            else if (token.Kind == CodeTokenKind.LineEnd || token.Is(','))
            {
                at++;
                return isDecorator && header.Count > 0 ? new CodeEntry(["@" + header[0]], [.. tokens.Take(at - 1).Skip(first)], [], line)
                    : header is ["using", _] or ["param", _, ..] ? new CodeEntry(header, [], [], line)
                    : null;
            }
            else if (token.Is('}'))
            {
                return null;
            }
        }

        return null;
    }

    /// <summary>Reads a value up to the end of the line, a comma or a closing brace outside of brackets.</summary>
    private CodeEntry ReadValue(IReadOnlyList<string> header, int line, int depth)
    {
        var (value, objects, open) = (new List<CodeToken>(), new List<IReadOnlyList<CodeEntry>>(), 0);
        while (at < tokens.Count)
        {
            var token = tokens[at];
            if (token.Is('{'))
            {
                objects.Add(ReadObject(depth));
                value.Add(token with { Text = "{}", Length = tokens[at - 1].Start + 1 - token.Start });
                continue;
            }

            if (open == 0 && (token.IsAny(",}") || (token.Kind == CodeTokenKind.LineEnd && (value.Count > 0 || objects.Count > 0))))
            {
                break;
            }

            open +=
                token.IsAny("([") ? 1
                : token.IsAny(")]") ? -1
                : 0;
            if (open < 0)
            {
                throw Fail("a closing bracket without an opening one");
            }

            if (token.Kind != CodeTokenKind.LineEnd)
            {
                value.Add(token);
            }

            at++;
        }

        return open == 0 ? new CodeEntry(header, value, objects, line) : throw Fail("a bracket does not end", line);
    }

    private List<CodeEntry> ReadObject(int depth)
    {
        var line = tokens[at].Line;
        at++;
        var body = ReadBody(depth + 1);
        if (at >= tokens.Count)
        {
            throw Fail("a brace does not end", line);
        }

        at++;
        return body;
    }

    private void SkipBrackets(int depth)
    {
        var (line, open) = (tokens[at].Line, 0);
        while (at < tokens.Count)
        {
            var token = tokens[at];
            if (token.Is('{'))
            {
                ReadObject(depth);
                continue;
            }

            open +=
                token.IsAny("([") ? 1
                : token.IsAny(")]") ? -1
                : 0;
            at++;
            if (open == 0)
            {
                return;
            }
        }

        throw Fail("a bracket does not end", line);
    }

    private FormatException Fail(string what, int? line = null) =>
        new($"line {line ?? tokens[Math.Min(at, tokens.Count - 1)].Line}: {what}");
}
