namespace Advisor.Lab.LocalAzure.Load;

/// <summary>A period during which the load of a resource differs. Null values stay unchanged.</summary>
/// <param name="From">First minute, inclusive.</param>
/// <param name="Until">End, exclusive.</param>
public sealed record LoadStep(DateTimeOffset From, DateTimeOffset Until)
{
    /// <summary>
    /// Period of a recurring step, in minutes: with <see cref="For"/>, the step applies in the first <see cref="For"/> minutes of each
    /// period.
    /// </summary>
    public int? Every { get; init; }

    /// <summary>Active minutes of each period of <see cref="Every"/>, counted from <see cref="From"/>.</summary>
    public int? For { get; init; }

    /// <summary>Client and server connections, 0 or more.</summary>
    public double? Connections { get; init; }

    /// <summary>Constant server load in percent, whatever the traffic.</summary>
    public double? StuckServerLoad { get; init; }

    /// <summary>Operations that fail inside the service, in percent (SignalR).</summary>
    public double? SystemErrors { get; init; }

    /// <summary>Additional connections opened per minute, 0 or more.</summary>
    public double? Opens { get; init; }

    /// <summary>Additional connections closed per minute, by category.</summary>
    public IReadOnlyDictionary<string, double>? Closes { get; init; }

    /// <summary>Whether the buckets of every metric are empty.</summary>
    public bool MetricsMissing { get; init; }

    /// <summary>Whether the step applies in a minute, counted from 1970.</summary>
    internal bool IsActive(long minute)
    {
        var from = LocalClock.ToMinute(From);
        return minute >= from && minute < LocalClock.ToMinute(Until) && (Every is not { } every || (minute - from) % every < For);
    }
}
