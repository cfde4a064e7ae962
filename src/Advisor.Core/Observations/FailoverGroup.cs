using Advisor.Core.Advice;

namespace Advisor.Core.Observations;

/// <summary>
/// The others that take over the clients of a resource if it fails: its geo-replicas, or its resource and the other replicas, or the other
/// endpoints of its group.
/// </summary>
/// <param name="Others">Number of the others that take over; 1 also where none does, and only <paramref name="Loads"/> arrive.</param>
/// <param name="Loads">
/// Units that each of the others requires, and each that stopped serving within the hour; null = not known of each of the others.
/// </param>
public sealed record FailoverGroup(int Others, IReadOnlyList<FailoverLoad>? Loads)
{
    /// <summary>How many of the loads are of members that stopped serving within the hour, whose clients arrive at the others.</summary>
    public int Former { get; init; }

    /// <summary>Whether no other serves, and only the clients of those that stopped arrive.</summary>
    public bool IsFormerAlone => Former > 0 && Loads?.Count == Former;

    /// <summary>Whether the others are endpoints of the same group, not only regions of the same resource.</summary>
    public bool AreEndpoints { get; init; }

    /// <summary>What one of them is called: region or endpoint.</summary>
    public string Noun => AreEndpoints ? "endpoint" : "region";

    /// <summary>
    /// Returns the units that each member needs so that any <see cref="Others"/> of them carry all clients: the load of all, divided among
    /// them. With this minimum for each the sum of the sizes is the lowest possible (decision 0046).
    /// </summary>
    public double FindMinUnits(double own, double others) => (own + others) / Others;
}
