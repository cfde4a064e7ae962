using Advisor.Core.Quantities;

namespace Advisor.Core.Capacity;

/// <summary>Where the unit quota of a subscription and region comes from, in descending precedence.</summary>
public enum QuotaSource
{
    /// <summary>Read from Azure's usages of the region.</summary>
    Azure,

    /// <summary><c>quota</c> of advisor.yaml.</summary>
    File,

    /// <summary>Default of the rules.</summary>
    Default,
}

/// <summary>Unit quota of a subscription and region with its source.</summary>
/// <param name="Limit">Maximum units, 1 or more; <see cref="Unlimited"/> if Azure states no limit, or the default is exceeded.</param>
/// <param name="ReadAt">Time at which Azure was read; null for the other sources.</param>
public sealed record QuotaOrigin(int Limit, QuotaSource Source, DateTimeOffset? ReadAt = null)
{
    /// <summary>Limit of a subscription without a known one: more than any fleet has.</summary>
    public const int Unlimited = 1_000_000;

    /// <summary>Describes limit and source: "the limit is 1,500 units, read from Azure at 10:02 UTC".</summary>
    public string Describe() => $"the limit is {Wording.FormatCount(Limit, "unit")}, {DescribeSource()}";

    /// <summary>Describes the source alone: "read from Azure at 10:02 UTC".</summary>
    public string DescribeSource() =>
        Source switch
        {
            QuotaSource.Azure => $"read from Azure at {ReadAt?.UtcDateTime:HH:mm} UTC",
            QuotaSource.File => "from 'quota' of advisor.yaml",
            _ => "the default, since Azure's usages could not be read",
        };
}
