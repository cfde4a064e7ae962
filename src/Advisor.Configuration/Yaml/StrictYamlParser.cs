using YamlDotNet.Core;
using YamlDotNet.Core.Events;

namespace Advisor.Configuration.Yaml;

/// <summary>
/// YamlDotNet's parser, whose scanner gives up on some broken texts with faults of its own (an unclosed list before a key: <c>[auto</c>,
/// then <c>team: x</c>). Every one of them means the same to the reader of the message: this is not YAML, from about here on.
/// </summary>
internal sealed class StrictYamlParser(Parser parser) : IParser
{
    private Mark last = Mark.Empty;

    public ParsingEvent? Current => parser.Current;

    /// <summary>The line up to which the text was understood.</summary>
    public long Line => last.Line;

    public bool MoveNext()
    {
        try
        {
            var moved = parser.MoveNext();
            last = parser.Current?.End ?? last;
            return moved;
        }
        catch (Exception fault)
            when (fault is InvalidOperationException or ArgumentException or IndexOutOfRangeException or OverflowException)
        {
            throw new YamlException(last, last, "what follows cannot be read; look for an unclosed bracket or quote", fault);
        }
    }
}
