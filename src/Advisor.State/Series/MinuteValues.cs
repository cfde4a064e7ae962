using Advisor.Core.Capacity;

namespace Advisor.State.Series;

/// <summary>What a series keeps of one minute of a resource.</summary>
/// <param name="Required">Units that each limit requires; null where it is not known.</param>
/// <param name="Units">The units in force; null where they are not known.</param>
/// <param name="HasData">Whether Azure reported any metric of it.</param>
public readonly record struct MinuteValues(RequiredUnitsByLimit Required, int? Units, bool HasData);
