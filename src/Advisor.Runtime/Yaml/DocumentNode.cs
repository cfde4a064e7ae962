namespace Advisor.Runtime.Yaml;

/// <summary>A parsed piece of a document, with the line it began at.</summary>
internal abstract record DocumentNode(int Line);

/// <summary>A single value as it was written.</summary>
/// <param name="Quoted">True where it stood in quotes: then it is text whatever it looks like.</param>
internal sealed record ScalarNode(int Line, string Text, bool Quoted) : DocumentNode(Line)
{
    /// <summary>True for nothing at all, <c>~</c> and <c>null</c>.</summary>
    public bool IsNull => !Quoted && Text is "" or "~" or "null" or "Null" or "NULL";
}

internal sealed record ListNode(int Line, IReadOnlyList<DocumentNode> Items) : DocumentNode(Line);

internal sealed record MapNode(int Line, IReadOnlyList<MapEntry> Entries) : DocumentNode(Line);

internal sealed record MapEntry(int Line, string Key, DocumentNode Value);
