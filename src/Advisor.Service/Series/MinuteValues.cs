using Advisor.Core.Capacity;

namespace Advisor.Service.Series;

/// <summary>Values of one minute of a resource in a series.</summary>
/// <param name="Required">Units that each limit requires; null when unknown.</param>
/// <param name="Units">Units in force; null when unknown.</param>
/// <param name="HasData">Whether Azure reported any metric for the minute.</param>
public readonly record struct MinuteValues(PerLimit<double> Required, int? Units, bool HasData);
