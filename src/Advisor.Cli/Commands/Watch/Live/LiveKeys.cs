namespace Advisor.Cli.Commands.Watch.Live;

/// <summary>Command of a key to the live screen, besides changes of its own state.</summary>
public enum LiveCommand
{
    None,
    Quit,

    /// <summary>Silence the selected resource with the typed reason.</summary>
    Silence,
}

/// <summary>Keyboard state of the live screen. Immutable: a key returns the next state.</summary>
public sealed record LiveKeys
{
    // Maximum length of a reason in the audit trail.
    private const int MaxReason = 500;

    /// <summary>Id of the selected resource; null when there is none.</summary>
    public string? SelectedId { get; init; }

    public bool IsExplaining { get; init; }

    /// <summary>The reason typed so far; null when none is being entered.</summary>
    public string? Reason { get; init; }

    /// <summary>Text shown in place of the key help until the next key; null = none.</summary>
    public string? Message { get; init; }

    /// <summary>Keeps the selection if its resource still exists, else selects the first.</summary>
    public LiveKeys Follow(IReadOnlyList<string> ids) =>
        SelectedId is { } id && ids.Contains(id) ? this : new LiveKeys { SelectedId = ids.Count > 0 ? ids[0] : null, Message = Message };

    /// <param name="ids">Ids of the resources in the order of the screen.</param>
    public (LiveKeys Next, LiveCommand Command) Press(ConsoleKeyInfo key, IReadOnlyList<string> ids)
    {
        if (Reason is { } typed)
        {
            return TypeReason(key, typed);
        }

        var now = Follow(ids) with { Message = null };
        return key switch
        {
            { Key: ConsoleKey.UpArrow } or { KeyChar: 'k' } => (now.Move(-1, ids), LiveCommand.None),
            { Key: ConsoleKey.DownArrow } or { KeyChar: 'j' } => (now.Move(1, ids), LiveCommand.None),
            { Key: ConsoleKey.Home } => (now.Move(-ids.Count, ids), LiveCommand.None),
            { Key: ConsoleKey.End } => (now.Move(ids.Count, ids), LiveCommand.None),
            { KeyChar: 'q' or 'Q' } => (now, LiveCommand.Quit),
            { Key: ConsoleKey.Escape } => (now with { IsExplaining = false }, LiveCommand.None),
            { KeyChar: 'e' or 'E' } or { Key: ConsoleKey.Enter } when now.SelectedId is not null => (
                now with
                {
                    IsExplaining = !now.IsExplaining,
                },
                LiveCommand.None
            ),
            { KeyChar: 's' or 'S' } when now.SelectedId is not null => (now with { Reason = "" }, LiveCommand.None),
            _ => (now, LiveCommand.None),
        };
    }

    // A silence requires a reason: without one, Enter does nothing.
    private (LiveKeys Next, LiveCommand Command) TypeReason(ConsoleKeyInfo key, string typed) =>
        key.Key switch
        {
            ConsoleKey.Escape => (this with { Reason = null }, LiveCommand.None),
            ConsoleKey.Enter when typed.Trim().Length > 0 => (this, LiveCommand.Silence),
            ConsoleKey.Enter => (this, LiveCommand.None),
            ConsoleKey.Backspace => (this with { Reason = typed[..^Math.Min(1, typed.Length)] }, LiveCommand.None),
            _ when !char.IsControl(key.KeyChar) && typed.Length < MaxReason => (
                this with
                {
                    Reason = typed + key.KeyChar,
                },
                LiveCommand.None
            ),
            _ => (this, LiveCommand.None),
        };

    private LiveKeys Move(int by, IReadOnlyList<string> ids)
    {
        var at = ids.Index().FirstOrDefault(id => id.Item == SelectedId).Index;
        return ids.Count == 0 ? this : this with { SelectedId = ids[Math.Clamp(at + by, 0, ids.Count - 1)] };
    }
}
