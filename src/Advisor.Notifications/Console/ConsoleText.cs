using System.Text;
using Advisor.Notifications.Messages;
using Advisor.Runtime.Alerts;

namespace Advisor.Notifications.Console;

/// <summary>The message as lines for a terminal or a log. Pure.</summary>
public static class ConsoleText
{
    /// <summary>Lines that end in a line feed.</summary>
    public static string Render(AlertMessage message)
    {
        var content = MessageContent.Of(message, Room.Ample);
        var text = new StringBuilder();
        text.Append(MessageContent.Time(message.At)).Append("  ").Append(content.Title).Append('\n');
        Line("", content.Text);
        if (content.Trend is { } trend)
        {
            Line("", trend);
        }

        foreach (var fact in content.Facts)
        {
            Line(fact.Label + ": ", fact.Value);
        }

        if (MessageContent.PageOf(message) is { } page)
        {
            Line("More: ", page.AbsoluteUri);
        }

        foreach (var link in content.Links)
        {
            Line(link.Words + ": ", link.Target.AbsoluteUri);
        }

        return text.ToString();

        void Line(string label, string value) => text.Append("  ").Append(label).Append(value).Append('\n');
    }
}
