using YamlDotNet.Core;
using YamlDotNet.Core.Events;

namespace Advisor.Configuration.Yaml;

/// <summary>
/// Parser of YamlDotNet, whose scanner throws other exceptions than its own for some invalid texts (an unclosed list before a key:
/// <c>[auto</c>, then <c>team: x</c>). All of them become the same error: not YAML, from about this line on.
/// </summary>
internal sealed class StrictYamlParser(Parser parser) : IParser
{
    private Mark last = Mark.Empty;

    public ParsingEvent? Current => parser.Current;

    /// <summary>Last line that was parsed.</summary>
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
            throw new YamlException(last, last, "what follows cannot be read; check for an unclosed bracket or quote", fault);
        }
    }
}
