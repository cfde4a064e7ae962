namespace Advisor.Lab.LocalAzure.Resources;

/// <summary>Management group of the loopback Azure.</summary>
/// <param name="Name">Name, as in its id.</param>
/// <param name="Subscriptions">Ids of the subscriptions directly in it.</param>
/// <param name="Parent">Name of the group that it is in; null = none.</param>
public sealed record LocalManagementGroup(string Name, IReadOnlyList<string> Subscriptions, string? Parent = null)
{
    /// <summary>Name of the group that a host has unless others are given.</summary>
    public const string DefaultName = "local";

    /// <summary>Whether the caller has a role on the group itself; a role on its subscriptions is another matter.</summary>
    public bool IsReadable { get; init; } = true;
}
