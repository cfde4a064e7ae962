using System.Text.Json;
using Advisor.Core.Decisions;
using Advisor.Service.SignedLinks;
using Advisor.State.Notifications;

namespace Advisor.Service.Notify;

/// <summary>A notice of the service, before grouping makes a notification of it.</summary>
public sealed record ServiceEvent
{
    /// <summary>What it is about: recommendation, approval, changed, applyingStopped, applyingResumed, stateUnreadable.</summary>
    public required string Kind { get; init; }

    /// <summary>info, warning, error or critical.</summary>
    public required string Severity { get; init; }

    public required string Title { get; init; }

    /// <summary>Plain text, a few sentences.</summary>
    public required string Text { get; init; }

    public required DateTimeOffset At { get; init; }

    /// <summary>What a receiver deduplicates by; the same at every attempt.</summary>
    public required string DedupKey { get; init; }

    /// <summary>Null where it concerns no single resource.</summary>
    public string? ResourceId { get; init; }

    public string? Team { get; init; }

    public string? ChangeId { get; init; }

    /// <summary>Where to answer an approval; the token that opens it is put in when it is sent. Null elsewhere.</summary>
    public Uri? Link { get; init; }

    /// <summary>What it costs or saves, such as "+98.20 USD a month"; null where no price is known.</summary>
    public string? Cost { get; init; }

    /// <summary>What happens next if nobody acts; null where nothing does.</summary>
    public string? Next { get; init; }

    public IReadOnlyList<Reason> Reasons { get; init; } = [];

    public string ToJson() => JsonSerializer.Serialize(this, ServiceJsonFormat.Default.ServiceEvent);

    internal static ServiceEvent? Parse(string text)
    {
        try
        {
            return JsonSerializer.Deserialize(text, ServiceJsonFormat.Default.ServiceEvent);
        }
        catch (JsonException)
        {
            return null;
        }
    }

    /// <summary>The outbox row of it: named by what caused it, so that a cause that is worked on twice gives one row.</summary>
    internal OutboxItem ToItem() =>
        new()
        {
            Scope = ResourceId ?? OutboxItem.FleetScope,
            Id = $"{Kind}-{ChangeId ?? "tick"}",
            CreatedAt = At,
            Kind = OutboxKind.Notification,
            DedupKey = DedupKey,
            Payload = (this with { Link = Link is null ? null : AppLinks.RemoveToken(Link) }).ToJson(),
        };
}
