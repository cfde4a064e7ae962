using System.Globalization;
using YamlDotNet.Core;
using YamlDotNet.Core.Events;

namespace Advisor.Runtime.Yaml;

/// <summary>
/// Text to nodes. Of YAML it takes what a settings file needs: one document of maps, lists and plain values. Anchors, aliases and tags are
/// refused, so that no small file can unfold into a large one; depth and size are limited.
/// </summary>
internal static class DocumentParser
{
    /// <summary>Maximum size of a file in characters: 50,000 resource ids with settings of their own fit twice.</summary>
    public const int MostCharacters = 16_000_000;

    /// <summary>Greatest depth of nesting; the deepest file of ours needs six.</summary>
    public const int MostDepth = 20;

    /// <summary>The root node; null where the text cannot be read, and then <paramref name="log"/> says why.</summary>
    public static DocumentNode? Parse(string text, ProblemLog log)
    {
        if (text.Length > MostCharacters)
        {
            log.Add(null, "", string.Create(CultureInfo.InvariantCulture, $"The file has more than {MostCharacters:#,0} characters, too many for settings."));
            return null;
        }

        var parser = new CarefulParser(new Parser(new StringReader(text)));
        try
        {
            return new Composer(parser, log).Document();
        }
        catch (YamlException fault)
        {
            log.Add((int)new[] { 1, parser.Line, fault.Start.Line, fault.End.Line }.Max(), "", "This is not YAML: " + Sentence(fault.Message));
            return null;
        }
    }

    private static string Sentence(string message)
    {
        var line = message.ReplaceLineEndings(" ").Trim();
        return line.EndsWith('.') ? line : line + ".";
    }

    private sealed class Composer(CarefulParser parser, ProblemLog log)
    {
        public DocumentNode? Document()
        {
            parser.Consume<StreamStart>();
            if (parser.Accept<StreamEnd>(out _))
            {
                log.Add(1, "", "The file is empty.");
                return null;
            }

            parser.Consume<DocumentStart>();
            var root = Node("", 1);
            parser.Consume<DocumentEnd>();
            if (root is not null && parser.Accept<DocumentStart>(out var second))
            {
                log.Add(Line(second), "", "A second document begins here; a file has one.");
            }

            return root;
        }

        private DocumentNode? Node(string path, int depth)
        {
            if (depth > MostDepth)
            {
                throw new YamlException(parser.Current!.Start, parser.Current.End, $"it is nested more than {MostDepth} deep");
            }

            if (parser.TryConsume<AnchorAlias>(out var alias))
            {
                log.Add(Line(alias), path, $"Aliases such as *{alias.Value} are not read; write the value out.");
                return null;
            }

            if (parser.Current is NodeEvent { Anchor.IsEmpty: false } anchored)
            {
                log.Add(Line(anchored), path, $"Anchors such as &{anchored.Anchor} are not read; leave it out.");
            }

            if (parser.Current is NodeEvent { Tag: { IsEmpty: false, IsNonSpecific: false } } tagged)
            {
                log.Add(Line(tagged), path, $"Tags such as {tagged.Tag} are not read; leave it out.");
            }

            return parser.Current switch
            {
                MappingStart => Map(path, depth),
                SequenceStart => List(path, depth),
                _ => Plain(parser.Consume<Scalar>()),
            };
        }

        private MapNode Map(string path, int depth)
        {
            var line = Line(parser.Consume<MappingStart>());
            var entries = new List<MapEntry>();
            var seen = new Dictionary<string, int>(StringComparer.Ordinal);
            while (!parser.TryConsume<MappingEnd>(out _))
            {
                if (parser.Current is not Scalar)
                {
                    log.Add(Line(parser.Current!), path, "A key must be a plain word.");
                    Node(path, depth + 1);
                    Node(path, depth + 1);
                    continue;
                }

                var key = parser.Consume<Scalar>();
                var keyPath = DocumentPath.Key(path, key.Value);
                var value = Node(keyPath, depth + 1);
                if (!seen.TryAdd(key.Value, Line(key)))
                {
                    log.Add(Line(key), keyPath, $"This key stands here twice; it was first given in line {seen[key.Value]}.");
                }
                else
                {
                    entries.Add(new MapEntry(Line(key), key.Value, value ?? new UnreadableNode(Line(key))));
                }
            }

            return new MapNode(line, entries);
        }

        private ListNode List(string path, int depth)
        {
            var line = Line(parser.Consume<SequenceStart>());
            var items = new List<DocumentNode>();
            while (!parser.TryConsume<SequenceEnd>(out _))
            {
                var at = Line(parser.Current!);
                items.Add(Node(DocumentPath.Index(path, items.Count), depth + 1) ?? new UnreadableNode(at));
            }

            return new ListNode(line, items);
        }

        private static ScalarNode Plain(Scalar scalar) => new(Line(scalar), scalar.Value, scalar.Style != ScalarStyle.Plain);

        private static int Line(ParsingEvent happened) => (int)happened.Start.Line;
    }
}

/// <summary>Stands where a value was refused; the problem is reported already.</summary>
internal sealed record UnreadableNode(int Line) : DocumentNode(Line);

/// <summary>Builds the paths of problems: <c>rows[3].inboundMessages</c>.</summary>
internal static class DocumentPath
{
    public static string Key(string path, string key) => path.Length == 0 ? key : path + "." + key;

    public static string Index(string path, int index) => $"{path}[{index}]";
}
