using System.Globalization;

namespace Advisor.Configuration.Routing;

/// <summary>Maximum number of messages that a channel sends within a time; one summary stands for the others.</summary>
/// <param name="Count">Messages, 1 or more.</param>
/// <param name="Window">The time, a minute to a day.</param>
public sealed record MessageLimit(int Count, TimeSpan Window)
{
    private const int MaxCount = 10_000;

    /// <summary>Default: 10 messages in 10 minutes.</summary>
    public static MessageLimit Default { get; } = new(10, TimeSpan.FromMinutes(10));

    /// <summary>Parses <c>10 per 10m</c> or <c>60 per 1h</c>; null and a reason if it is neither.</summary>
    public static MessageLimit? Parse(string text, out string? reason)
    {
        var parts = text.Split(' ', StringSplitOptions.RemoveEmptyEntries);
        var window = parts is [_, "per", var time] ? ParseWindow(time) : null;
        var good =
            int.TryParse(parts.FirstOrDefault(), NumberStyles.None, CultureInfo.InvariantCulture, out var count)
            && count is >= 1 and <= MaxCount
            && window is not null;
        reason = good ? null : $"'{text}' is not a number of messages and a time from 1m to 24h, such as 10 per 10m or 60 per 1h.";
        return good ? new MessageLimit(count, window!.Value) : null;
    }

    public override string ToString() =>
        $"{Count} per {(Window.Ticks % TimeSpan.TicksPerHour == 0 ? $"{Window.TotalHours}h" : $"{Window.TotalMinutes}m")}";

    private static TimeSpan? ParseWindow(string text)
    {
        var isNumber = int.TryParse(text.AsSpan(0, text.Length - 1), NumberStyles.None, CultureInfo.InvariantCulture, out var number);
        TimeSpan? window =
            !isNumber || number is < 1 or > 1440 ? null
            : text[^1] == 'h' ? TimeSpan.FromHours(number)
            : text[^1] == 'm' ? TimeSpan.FromMinutes(number)
            : null;
        return window <= TimeSpan.FromDays(1) ? window : null;
    }
}
