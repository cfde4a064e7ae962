namespace Advisor.Configuration.Yaml;

/// <summary>A parsed piece of a document, with the line it began at.</summary>
internal abstract record YamlNode(int Line);

/// <summary>A single value as it was written.</summary>
/// <param name="IsQuoted">True where it stood in quotes: then it is text whatever it looks like.</param>
internal sealed record YamlScalar(int Line, string Text, bool IsQuoted) : YamlNode(Line)
{
    /// <summary>True for nothing at all, <c>~</c> and <c>null</c>.</summary>
    public bool IsNull => !IsQuoted && Text is "" or "~" or "null" or "Null" or "NULL";
}

internal sealed record YamlList(int Line, IReadOnlyList<YamlNode> Items) : YamlNode(Line);

internal sealed record YamlMap(int Line, IReadOnlyList<YamlEntry> Entries) : YamlNode(Line);

internal sealed record YamlEntry(int Line, string Key, YamlNode Value);
