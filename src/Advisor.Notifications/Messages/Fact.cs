namespace Advisor.Notifications.Messages;

/// <summary>One line of a message: a short word of ours and a plain text.</summary>
internal readonly record struct Fact(string Label, string Value);

/// <summary>How much of a message fits: what is over is cut visibly.</summary>
/// <param name="Title">Characters of the title, 2 or more.</param>
/// <param name="Text">Characters of each text, 2 or more.</param>
/// <param name="Resources">Resources that are named, 0 or more; the rest is counted.</param>
internal readonly record struct TextLimits(int Title, int Text, int Resources)
{
    public static TextLimits Default { get; } = new(200, 1000, 20);
}

/// <summary>A link of a message and its words.</summary>
internal readonly record struct MessageLink(string Text, Uri Target);
