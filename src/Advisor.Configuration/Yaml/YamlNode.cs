namespace Advisor.Configuration.Yaml;

/// <summary>Parsed node of a document, with its first line.</summary>
internal abstract record YamlNode(int Line);

/// <summary>Single value with its original text.</summary>
/// <param name="IsQuoted">Whether it was quoted: a quoted value is always text.</param>
internal sealed record YamlScalar(int Line, string Text, bool IsQuoted) : YamlNode(Line)
{
    /// <summary>Whether the value is empty, <c>~</c> or <c>null</c>.</summary>
    public bool IsNull => !IsQuoted && Text is "" or "~" or "null" or "Null" or "NULL";
}

internal sealed record YamlList(int Line, IReadOnlyList<YamlNode> Items) : YamlNode(Line);

internal sealed record YamlMap(int Line, IReadOnlyList<YamlEntry> Entries) : YamlNode(Line);

internal sealed record YamlEntry(int Line, string Key, YamlNode Value);
