namespace Advisor.Service.Notifications.Channels.Messages;

/// <summary>Fact of a message: a short label and a plain text.</summary>
internal readonly record struct MessageFact(string Label, string Value);

/// <summary>Length limits of a message; what exceeds them is cut with an ellipsis.</summary>
/// <param name="Title">Maximum characters of the title, 2 or more.</param>
/// <param name="Text">Maximum characters of each text, 2 or more.</param>
/// <param name="Resources">Maximum number of resources named, 0 or more; the others are counted.</param>
internal readonly record struct TextLimits(int Title, int Text, int Resources)
{
    /// <summary>Default: a title of 200 characters, texts of 1,000, 20 resources.</summary>
    public static TextLimits Default { get; } = new(200, 1000, 20);
}

/// <summary>Link of a message and its text.</summary>
internal readonly record struct MessageLink(string Text, Uri Target);

/// <summary>Item of a message's list.</summary>
/// <param name="Text">One plain line.</param>
/// <param name="HeadLength">Length of its beginning that leads to the page, such as the name of a resource.</param>
/// <param name="Page">Its page; null = none.</param>
/// <param name="Links">Links to approve or to silence it.</param>
internal readonly record struct MessageLine(string Text, int HeadLength, Uri? Page, IReadOnlyList<MessageLink> Links)
{
    /// <summary>What leads to the page.</summary>
    public string Head => Text[..HeadLength];

    /// <summary>What follows it; empty when all of the line leads there.</summary>
    public string Tail => Text[HeadLength..];
}
