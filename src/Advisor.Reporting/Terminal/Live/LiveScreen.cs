using Advisor.Core.Quantities;
using Advisor.Core.Text;
using Spectre.Console;
using Spectre.Console.Rendering;

namespace Advisor.Reporting.Terminal.Live;

/// <summary>
/// Renders one frame of <c>advisor watch</c> on a terminal: the resources, the latest events, and the status of the loop.
/// </summary>
public static class LiveScreen
{
    private const int MaxEvents = 8;

    /// <summary>Renders at most <paramref name="height"/> lines of at most <paramref name="width"/> columns.</summary>
    public static IRenderable Render(LiveView view, int width, int height, bool unicode)
    {
        var selected = view.Rows.FirstOrDefault(row => row.Id == view.SelectedId);
        return view.IsExplaining && selected is not null
            ? new Rows(LiveExplanation.Render(selected, width, height - 1), CreateKeys(view, width))
            : RenderTable(view, width, height, unicode);
    }

    private static Rows RenderTable(LiveView view, int width, int height, bool unicode)
    {
        // Header, a blank line on each side of the events, status and keys.
        var events = Math.Clamp(Math.Min(view.Events.Count, height / 4), 1, MaxEvents);
        var visible = SelectVisible(view, Math.Max(1, height - events - 5));
        var blank = new Text(" ");
        return new Rows([
            visible.Count == 0
                ? CreateLine("Waiting for the first tick.", TextStyles.Muted, width)
                : LiveTable.Create(visible, view.SelectedId, width, unicode),
            blank,
            .. view.Events.TakeLast(events).Select(line => CreateLine(UntrustedText.Sanitize(line), TextStyles.Muted, width)),
            blank,
            CreateLine(DescribeStatus(view, visible.Count), Style.Plain, width),
            CreateKeys(view, width),
        ]);
    }

    // The selected resource is always visible.
    private static List<LiveRow> SelectVisible(LiveView view, int count)
    {
        var at = view.Rows.Index().FirstOrDefault(row => row.Item.Id == view.SelectedId).Index;
        return [.. view.Rows.Skip(Math.Max(0, at - count + 1)).Take(count)];
    }

    private static string DescribeStatus(LiveView view, int visible)
    {
        var tick = view.Tick is { } at ? $"Tick {at.UtcDateTime:HH:mm:ss}Z" : "First tick";
        var wait = view.NextTick - view.Now;
        var next = wait > TimeSpan.Zero ? $"next in {Wording.FormatDuration(wait)}" : "next is due";
        var calls = view.MetricCalls is { } made ? $", {Wording.FormatCount(made, "metric call")}" : "";
        var shown = visible < view.Rows.Count ? $", {visible} of {Wording.FormatNumber(view.Rows.Count)} resources shown" : "";
        return $"{tick}, {next}{calls}{shown}";
    }

    private static Text CreateKeys(LiveView view, int width) =>
        view.Reason is { } typed
            ? CreateLine($"Silence for 4 h (Enter, or Esc). Reason: {UntrustedText.Sanitize(typed)}_", TextStyles.Heading, width)
        : view.Message is { } message ? CreateLine(UntrustedText.Sanitize(message), TextStyles.Heading, width)
        : view.IsExplaining ? CreateLine("Esc back   s silence 4 h   q quit", TextStyles.Muted, width)
        : CreateLine("Up/Down select   e explain   s silence 4 h   q quit", TextStyles.Muted, width);

    /// <summary>Creates one line, truncated with an ellipsis at the width; Spectre itself would wrap it.</summary>
    internal static Text CreateLine(string text, Style style, int width)
    {
        if (new Segment(text).CellCount() <= width)
        {
            return new Text(text, style);
        }

        var kept = text.Length;
        while (kept > 0 && (new Segment(text[..kept]).CellCount() > width - 1 || char.IsHighSurrogate(text[kept - 1])))
        {
            kept--;
        }

        return new Text(text[..kept] + "…", style);
    }
}
