namespace Advisor.LocalAzure.Load;

/// <summary>A stretch of time in which a resource does something else. What is null stays as it is.</summary>
/// <param name="From">First minute, inclusive.</param>
/// <param name="Until">Last minute, exclusive.</param>
public sealed record LoadStep(DateTimeOffset From, DateTimeOffset Until)
{
    /// <summary>
    /// Where set with <see cref="For"/>: it comes and goes, and holds in the first <see cref="For"/> minutes of every so many.
    /// </summary>
    public int? Every { get; init; }

    public int? For { get; init; }

    /// <summary>Client and server connections, 0 or more.</summary>
    public double? Connections { get; init; }

    /// <summary>Server load in percent that stays whatever the traffic.</summary>
    public double? StuckServerLoad { get; init; }

    /// <summary>Operations that fail inside of the service, in percent (SignalR).</summary>
    public double? SystemErrors { get; init; }

    /// <summary>Connections opened in a minute, besides the usual ones, 0 or more.</summary>
    public double? Opens { get; init; }

    /// <summary>Connections closed in a minute by category, besides the usual ones.</summary>
    public IReadOnlyDictionary<string, double>? Closes { get; init; }

    /// <summary>Whether the buckets of every metric are empty.</summary>
    public bool MetricsMissing { get; init; }

    /// <summary>Whether it holds in a minute, counted from 1970.</summary>
    internal bool IsActive(long minute)
    {
        var from = LocalClock.ToMinute(From);
        return minute >= from && minute < LocalClock.ToMinute(Until) && (Every is not { } every || (minute - from) % every < For);
    }
}
