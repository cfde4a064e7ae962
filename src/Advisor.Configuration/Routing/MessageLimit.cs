using System.Globalization;
using Advisor.Core.Quantities;

namespace Advisor.Configuration.Routing;

/// <summary>Maximum number of messages that a channel sends within a time; one summary stands for the others.</summary>
/// <param name="Count">Messages, 1 or more.</param>
/// <param name="Window">The time, a minute to a day.</param>
public sealed record MessageLimit(int Count, TimeSpan Window)
{
    private const int MaxCount = 10_000;

    private static readonly TimeSpan MaxWindow = TimeSpan.FromDays(1);

    /// <summary>Default: 10 messages in 10 minutes.</summary>
    public static MessageLimit Default { get; } = new(10, TimeSpan.FromMinutes(10));

    /// <summary>Parses <c>10 per 10m</c> or <c>60 per 1h</c>; null and a reason if it is neither.</summary>
    public static MessageLimit? Parse(string text, out string? reason)
    {
        var parts = text.Split(' ', StringSplitOptions.RemoveEmptyEntries);
        var window = parts is [_, "per", var time] ? DurationText.ParseWhole(time, "mh") : null;
        var good =
            int.TryParse(parts.FirstOrDefault(), NumberStyles.None, CultureInfo.InvariantCulture, out var count)
            && count is >= 1 and <= MaxCount
            && window <= MaxWindow;
        reason = good ? null : $"'{text}' is not a number of messages and a time from 1m to 24h, such as 10 per 10m or 60 per 1h.";
        return good ? new MessageLimit(count, window!.Value) : null;
    }

    public override string ToString() =>
        $"{Count} per {(Window.Ticks % TimeSpan.TicksPerHour == 0 ? $"{Window.TotalHours}h" : $"{Window.TotalMinutes}m")}";
}
