using Advisor.Core.Advice;

namespace Advisor.Core.Observations;

/// <summary>
/// The others that take over the clients of a resource if it fails: its geo-replicas, or its resource and the other replicas, or the other
/// endpoints of its group.
/// </summary>
/// <param name="Others">Number of the others, 1 or more.</param>
/// <param name="Load">Units that the others together require; null = not known of each of them.</param>
public sealed record FailoverGroup(int Others, FailoverLoad? Load)
{
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
