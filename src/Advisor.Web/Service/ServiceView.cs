using Advisor.Web.Fleet;
using Advisor.Web.Shared;

namespace Advisor.Web.Service;

/// <summary>Status of Advisor itself: its ticks, its channels, and what it could not process.</summary>
/// <param name="Stop">The stop of applying and its reason; null when applying is not stopped.</param>
/// <param name="Resume">Form to resume applying; null when applying is not stopped or the reader may not act.</param>
/// <param name="SignedInAs">Signed-in person; null when the form requests a name.</param>
/// <param name="Ticks">Newest first.</param>
/// <param name="OpenMessages">The oldest messages of the outbox, oldest first.</param>
public sealed record ServiceView(
    IReadOnlyList<FleetTile> Tiles,
    string? Stop,
    FormView? Resume,
    string? SignedInAs,
    IReadOnlyList<TickRow> Ticks,
    IReadOnlyList<ChannelRow> Channels,
    IReadOnlyList<OpenMessageRow> OpenMessages,
    IReadOnlyList<DeadLetterRow> DeadLetters
);

/// <summary>A tick, each value as text.</summary>
public sealed record TickRow(
    DateTimeOffset At,
    string State,
    Tone Tone,
    string Duration,
    string Batches,
    string Resources,
    string Failures,
    Tone FailureTone,
    string Calls
);

/// <summary>A channel with at least one failed delivery so far.</summary>
public sealed record ChannelRow(string Name, string State, Tone Tone, DateTimeOffset At, string? Problem);

/// <summary>A message that is not sent yet.</summary>
/// <param name="Name">What it is and where it goes.</param>
/// <param name="Attempts">Number of attempts, as text; null before the first.</param>
/// <param name="LastError">Reason for the last failed attempt; null when none failed.</param>
public sealed record OpenMessageRow(
    string Name,
    DateTimeOffset At,
    string? Attempts,
    DateTimeOffset? LastAttemptAt,
    DateTimeOffset? NextAttemptAt,
    string? LastError
);

/// <summary>A message that could not be processed.</summary>
/// <param name="Resend">Form to send the message again; null when the reader may not, or resending is not available.</param>
/// <param name="Resent">Time and author of the resend; null when there was none.</param>
public sealed record DeadLetterRow(
    string Key,
    string Queue,
    DateTimeOffset At,
    string Problem,
    string Text,
    string? Omitted,
    FormView? Resend,
    string? Resent
);
