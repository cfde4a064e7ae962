using YamlDotNet.Core;
using YamlDotNet.Core.Events;

namespace Advisor.Configuration.Yaml;

/// <summary>
/// Parses text to nodes. Supports the YAML that a settings file needs: one document of maps, lists and plain values. Anchors, aliases and
/// tags are refused, so that no small file can expand to a large one; depth and size are limited.
/// </summary>
internal static class DocumentParser
{
    /// <summary>Maximum file size in characters: twice what 50,000 resource ids with their own settings take.</summary>
    public const int MaxCharacters = 16_000_000;

    /// <summary>Maximum nesting depth; the deepest file of this project needs six.</summary>
    public const int MaxDepth = 20;

    // What .NET reads in place of a byte that is not of the encoding.
    private const char Undecoded = '\ufffd';

    // What the parser says of a plain text that begins with a character of the syntax.
    private static readonly string[] Unquoted = ["While scanning an anchor or alias", "While scanning for the next token"];

    /// <summary>Returns the root node; null if the text cannot be parsed, which is reported to <paramref name="log"/>.</summary>
    public static YamlNode? Parse(string text, ProblemLog log)
    {
        if (text.Length > MaxCharacters)
        {
            log.Add(null, "", $"The file has more than {MaxCharacters:#,0} characters, too many for settings.");
            return null;
        }

        var parser = new StrictYamlParser(new Parser(new StringReader(text)));
        try
        {
            return new Composer(parser, log).ReadDocument();
        }
        catch (YamlException fault)
        {
            log.Add(
                (int)new[] { 1, parser.Line, fault.Start.Line, fault.End.Line }.Max(),
                "",
                "This is not YAML: " + ToSentence(fault.Message)
            );
            return null;
        }
    }

    private static string ToSentence(string message)
    {
        var line = message.ReplaceLineEndings(" ").Trim().TrimEnd('.') + ".";
        return Unquoted.Any(fault => line.StartsWith(fault, StringComparison.Ordinal))
            ? $"{line} A text that begins with *, &, @, % or ` needs quotes, such as \"*\"."
            : line;
    }

    private sealed class Composer(StrictYamlParser parser, ProblemLog log)
    {
        private bool hasUndecoded;

        public YamlNode? ReadDocument()
        {
            parser.Consume<StreamStart>();
            if (parser.Accept<StreamEnd>(out _))
            {
                log.Add(1, "", "The file is empty.");
                return null;
            }

            parser.Consume<DocumentStart>();
            var root = ReadNode("", 1);
            parser.Consume<DocumentEnd>();
            if (root is not null && parser.Accept<DocumentStart>(out var second))
            {
                log.Add(GetLine(second), "", "A second document begins here; only one is allowed.");
            }

            return root;
        }

        private YamlNode? ReadNode(string path, int depth)
        {
            if (depth > MaxDepth)
            {
                throw new YamlException(parser.Current!.Start, parser.Current.End, $"it is nested more than {MaxDepth} deep");
            }

            if (parser.TryConsume<AnchorAlias>(out var alias))
            {
                log.Add(
                    GetLine(alias),
                    path,
                    $"Aliases such as *{alias.Value} are not supported; write the value out, or quote a pattern: \"*{alias.Value}\"."
                );
                return null;
            }

            if (parser.Current is NodeEvent { Anchor.IsEmpty: false } anchored)
            {
                log.Add(GetLine(anchored), path, $"Anchors such as &{anchored.Anchor} are not supported; remove them.");
            }

            if (parser.Current is NodeEvent { Tag: { IsEmpty: false, IsNonSpecific: false } } tagged)
            {
                log.Add(GetLine(tagged), path, $"Tags such as {tagged.Tag} are not supported; remove them.");
            }

            return parser.Current switch
            {
                MappingStart => ReadMap(path, depth),
                SequenceStart => ReadList(path, depth),
                _ => ReadScalar(parser.Consume<Scalar>(), path),
            };
        }

        private YamlMap ReadMap(string path, int depth)
        {
            var line = GetLine(parser.Consume<MappingStart>());
            var entries = new List<YamlEntry>();
            var seen = new Dictionary<string, int>(StringComparer.Ordinal);
            while (!parser.TryConsume<MappingEnd>(out _))
            {
                if (parser.Current is not Scalar)
                {
                    log.Add(GetLine(parser.Current!), path, "A key must be plain text.");
                    ReadNode(path, depth + 1);
                    ReadNode(path, depth + 1);
                    continue;
                }

                var key = parser.Consume<Scalar>();
                var keyPath = DocumentPath.AppendKey(path, key.Value);
                CheckEncoding(key, keyPath);
                var value = ReadNode(keyPath, depth + 1);
                if (!seen.TryAdd(key.Value, GetLine(key)))
                {
                    log.Add(GetLine(key), keyPath, $"This key occurs twice; it first occurs in line {seen[key.Value]}.");
                }
                else
                {
                    entries.Add(new YamlEntry(GetLine(key), key.Value, value ?? new UnreadableYaml(GetLine(key))));
                }
            }

            return new YamlMap(line, entries);
        }

        private YamlList ReadList(string path, int depth)
        {
            var line = GetLine(parser.Consume<SequenceStart>());
            var items = new List<YamlNode>();
            while (!parser.TryConsume<SequenceEnd>(out _))
            {
                var at = GetLine(parser.Current!);
                items.Add(ReadNode(DocumentPath.AppendIndex(path, items.Count), depth + 1) ?? new UnreadableYaml(at));
            }

            return new YamlList(line, items);
        }

        private YamlScalar ReadScalar(Scalar scalar, string path)
        {
            CheckEncoding(scalar, path);
            return new YamlScalar(GetLine(scalar), scalar.Value, scalar.Style != ScalarStyle.Plain);
        }

        // Valid, since such a text equals itself elsewhere in the file. The first is enough: the others are mended with it.
        private void CheckEncoding(Scalar scalar, string path)
        {
            if (!hasUndecoded && scalar.Value.Contains(Undecoded, StringComparison.Ordinal))
            {
                hasUndecoded = true;
                log.Note(
                    path,
                    $"Line {GetLine(scalar)} has bytes that are not UTF-8; no tag in Azure equals such a text. Save the file as UTF-8."
                );
            }
        }

        private static int GetLine(ParsingEvent happened) => (int)happened.Start.Line;
    }
}

/// <summary>Placeholder of a refused value; the problem is already reported.</summary>
internal sealed record UnreadableYaml(int Line) : YamlNode(Line);

/// <summary>Builds the paths of problems: <c>rows[3].inboundMessages</c>.</summary>
internal static class DocumentPath
{
    public static string AppendKey(string path, string key) => path.Length == 0 ? key : path + "." + key;

    public static string AppendIndex(string path, int index) => $"{path}[{index}]";
}
