using Advisor.Pages.Fleet;
using Advisor.Pages.Shared;

namespace Advisor.Pages.Service;

/// <summary>How Advisor itself works: its ticks, its channels, what it could not work on.</summary>
/// <param name="Stop">Returns the pause in force; null if changes are not paused.</param>
/// <param name="Resume">The form that ends the stop; null where there is none or the reader may not act.</param>
/// <param name="SignedInAs">Who acts; null where a name is asked for.</param>
/// <param name="Ticks">Newest first.</param>
public sealed record ServiceView(
    IReadOnlyList<FleetTile> Tiles,
    string? Stop,
    FormView? Resume,
    string? SignedInAs,
    IReadOnlyList<TickRow> Ticks,
    IReadOnlyList<ChannelRow> Channels,
    IReadOnlyList<DeadLetterRow> DeadLetters
);

/// <summary>A tick, each value as its text.</summary>
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

/// <summary>A channel of which any delivery ever failed.</summary>
public sealed record ChannelRow(string Name, string State, Tone Tone, DateTimeOffset At, string? Problem);

/// <summary>A message that could not be worked on.</summary>
/// <param name="Resend">The form that sends it again; null where the reader may not, or resending is unavailable.</param>
/// <param name="Resent">When and by whom it was sent again; null where it was not.</param>
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
