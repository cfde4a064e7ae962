using Advisor.Reporting;

namespace Advisor.Notifications.Messages;

/// <summary>Text from outside as one line that nothing reads as more than text.</summary>
internal static class PlainText
{
    private const string Ellipsis = "…";

    /// <summary>One line of at most <paramref name="most"/> characters (2 or more), without control and bidirectional marks; what is cut off shows as an ellipsis.</summary>
    public static string Line(string text, int most) => Cut(OutsideText.Plain(text), most);

    private static string Cut(string text, int most)
    {
        if (text.Length <= most)
        {
            return text;
        }

        var end = most - Ellipsis.Length;
        return string.Concat(text.AsSpan(0, char.IsHighSurrogate(text[end - 1]) ? end - 1 : end), Ellipsis);
    }
}
