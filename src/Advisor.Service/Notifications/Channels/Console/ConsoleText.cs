using System.Text;
using Advisor.Service.Notifications.Channels.Messages;

namespace Advisor.Service.Notifications.Channels.Console;

/// <summary>Renders a message as lines for a terminal or a log. Pure.</summary>
public static class ConsoleText
{
    /// <summary>Returns lines that end with a line feed.</summary>
    public static string Render(Notification message)
    {
        var content = RenderedMessage.Render(message, TextLimits.Default);
        var text = new StringBuilder();
        text.Append(RenderedMessage.FormatTime(message.At)).Append("  ").Append(content.Title).Append('\n');
        if (content.Text.Length > 0)
        {
            AppendLine("", content.Text);
        }

        foreach (var line in content.Lines)
        {
            AppendLine("- ", line.Text);
            foreach (var link in line.Links)
            {
                AppendLine($"  {link.Text}: ", link.Target.AbsoluteUri);
            }
        }

        if (content.Trend is { } trend)
        {
            AppendLine("", trend);
        }

        foreach (var messageFact in content.Facts)
        {
            AppendLine(messageFact.Label + ": ", messageFact.Value);
        }

        if (content.Lines.Count == 0 && RenderedMessage.FindPage(message) is { } page)
        {
            AppendLine("More: ", page.AbsoluteUri);
        }

        foreach (var link in content.Links)
        {
            AppendLine(link.Text + ": ", link.Target.AbsoluteUri);
        }

        return text.ToString();

        void AppendLine(string label, string value) => text.Append("  ").Append(label).Append(value).Append('\n');
    }
}
