namespace Advisor.Cli.Commands.Iac.Code;

/// <summary>
/// Splits Terraform, Bicep or JSON into tokens: they have names, numbers, strings, comments and brackets in common. It reads what is well
/// formed; of what is not, it says where it stopped.
/// </summary>
internal sealed class CodeLexer
{
    private const string HereDocument = "<<";

    private readonly string text;
    private readonly bool isJson;
    private readonly List<CodeToken> tokens = [];
    private int at;
    private int line = 1;

    private CodeLexer(string text, bool isJson) => (this.text, this.isJson) = (text, isJson);

    /// <param name="isJson">Whether <c>${</c> in a string is text, as in JSON; elsewhere it begins an interpolation.</param>
    /// <exception cref="FormatException">A string or a comment does not end; the message has its line.</exception>
    public static IReadOnlyList<CodeToken> Read(string text, bool isJson)
    {
        var lexer = new CodeLexer(text, isJson);
        while (lexer.at < text.Length)
        {
            lexer.ReadToken();
        }

        return lexer.tokens;
    }

    private void ReadToken()
    {
        var start = at;
        switch (text[at])
        {
            case '\n':
                Add(CodeTokenKind.LineEnd, "\n", start, at + 1);
                line++;
                break;
            case var space when char.IsWhiteSpace(space) || space == '\uFEFF':
                at++;
                break;
            case '#':
            case '/' when Follows("//"):
                at = FindOrEnd("\n", at);
                break;
            case '/' when Follows("/*"):
                SkipTo("*/", at + 2, "comment");
                break;
            case '\'' when Follows("'''"):
                SkipTo("'''", at + 3, "string");
                tokens.Add(new(CodeTokenKind.Text, text[(start + 3)..(at - 3)], start, at - start, line));
                break;
            case '"' or '\'':
                ReadString(text[at]);
                break;
            case '<' when Follows(HereDocument) && at + 2 < text.Length && (char.IsLetter(text[at + 2]) || text[at + 2] == '-'):
                ReadHereDocument();
                break;
            case var digit when char.IsAsciiDigit(digit):
                ReadWhile(CodeTokenKind.Number, char.IsAsciiDigit);
                break;
            case var letter when char.IsLetter(letter) || letter == '_':
                ReadWhile(CodeTokenKind.Word, one => char.IsLetterOrDigit(one) || one is '_' or '-');
                break;
            default:
                Add(CodeTokenKind.Symbol, text[at].ToString(), start, at + 1);
                break;
        }
    }

    // ${...} may hold strings of its own.
    private void ReadString(char quote)
    {
        var (start, first) = (at, line);
        for (at++; at < text.Length && text[at] != quote; at++)
        {
            if (text[at] == '\\')
            {
                at++;
            }
            else if (!isJson && Follows("${") && text[at - 1] != '$')
            {
                SkipInterpolation();
            }
            else if (text[at] == '\n')
            {
                break;
            }
        }

        if (at >= text.Length || text[at] != quote)
        {
            throw new FormatException($"line {first}: a string does not end");
        }

        at++;
        tokens.Add(new(CodeTokenKind.Text, text[(start + 1)..(at - 1)], start, at - start, first));
    }

    // Stops at the closing brace.
    private void SkipInterpolation()
    {
        var depth = 0;
        for (at++; at < text.Length; at++)
        {
            if (text[at] is '"' or '\'')
            {
                var count = tokens.Count;
                ReadString(text[at]);
                tokens.RemoveRange(count, tokens.Count - count);
                at--;
                continue;
            }

            line += text[at] == '\n' ? 1 : 0;
            depth += text[at] switch
            {
                '{' => 1,
                '}' => -1,
                _ => 0,
            };
            if (depth == 0)
            {
                return;
            }
        }
    }

    private void ReadHereDocument()
    {
        var (start, first) = (at, line);
        var end = FindOrEnd("\n", at);
        var word = text[(at + HereDocument.Length)..end].Trim().TrimStart('-');
        for (at = end + 1; at < text.Length; at = end + 1)
        {
            line++;
            end = FindOrEnd("\n", at);
            if (text[at..end].Trim() == word)
            {
                at = end;
                tokens.Add(new(CodeTokenKind.Text, "", start, at - start, first));
                return;
            }
        }

        throw new FormatException($"line {first}: a string does not end");
    }

    private void ReadWhile(CodeTokenKind kind, Func<char, bool> belongs)
    {
        var end = at;
        while (end < text.Length && belongs(text[end]))
        {
            end++;
        }

        Add(kind, text[at..end], at, end);
    }

    private void SkipTo(string end, int from, string what)
    {
        var first = line;
        var found = text.IndexOf(end, from, StringComparison.Ordinal);
        if (found < 0)
        {
            throw new FormatException($"line {first}: a {what} does not end");
        }

        line += text.AsSpan(at, found - at).Count('\n');
        at = found + end.Length;
    }

    private void Add(CodeTokenKind kind, string value, int start, int end)
    {
        tokens.Add(new(kind, value, start, end - start, line));
        at = end;
    }

    private bool Follows(string expected) => text.AsSpan(at).StartsWith(expected, StringComparison.Ordinal);

    private int FindOrEnd(string what, int from)
    {
        var found = text.IndexOf(what, from, StringComparison.Ordinal);
        return found < 0 ? text.Length : found;
    }
}
