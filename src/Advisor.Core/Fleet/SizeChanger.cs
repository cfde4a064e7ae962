using Advisor.Core.Text;

namespace Advisor.Core.Fleet;

/// <summary>Who changed a resource outside Advisor, by Azure's Activity Log. Both names come from outside.</summary>
/// <param name="Caller">Person, identity or application.</param>
/// <param name="Client">Program that the caller used; null when unknown.</param>
/// <param name="At">Time of the request.</param>
public sealed record SizeChanger(string Caller, string? Client, DateTimeOffset At)
{
    private const int MaxLength = 100;

    /// <summary>Returns the names on one line without control characters, each shortened: dana@example.com (Azure portal).</summary>
    public string DescribeCaller() =>
        UntrustedText.Shorten(Caller, MaxLength) + (Client is { } client ? $" ({UntrustedText.Shorten(client, MaxLength)})" : "");
}

/// <summary>Answer to who changed a resource.</summary>
/// <param name="Changer">The last one in the window; null if the log has none (yet).</param>
/// <param name="Failure">Why the log could not be read; null if it could.</param>
public sealed record SizeChangerAnswer(SizeChanger? Changer, FleetFailure? Failure)
{
    /// <summary>Nothing is known.</summary>
    public static SizeChangerAnswer None { get; } = new(null, null);
}
