using Advisor.Core.Settings;

namespace Advisor.Core.Observations;

/// <summary>The endpoints of one application, as one of them sees them.</summary>
/// <param name="Name">Name of the group, as the settings of the resource state it.</param>
/// <param name="Count">Number of endpoints, this one included, 2 or more.</param>
/// <param name="Position">Position of this one in order of id, from 0.</param>
/// <param name="Sizes">How their sizes move.</param>
/// <param name="OtherUnits">
/// Units that the largest of the others needs for its own load, 1 or more; null = not known of each of them, or the sizes move one by one.
/// </param>
public sealed record EndpointGroup(string Name, int Count, int Position, EndpointSizes Sizes, int? OtherUnits)
{
    /// <summary>Whether the sizes move together, and what the others need is not known of each of them.</summary>
    public bool IsUnknown => Sizes == EndpointSizes.Together && OtherUnits is null;

    /// <summary>
    /// Returns when this endpoint may scale in: now, or the beginning of its next turn. The endpoints have turns of equal length one after
    /// the other since 1970, so that no two scale in at once, whichever process decides.
    /// </summary>
    /// <param name="now">Time of the decision.</param>
    /// <param name="turn">Length of a turn; zero = no turns.</param>
    public DateTimeOffset FindTurn(DateTimeOffset now, TimeSpan turn)
    {
        if (turn <= TimeSpan.Zero || Sizes == EndpointSizes.Together)
        {
            return now;
        }

        var turns = (now - DateTimeOffset.UnixEpoch).Ticks / turn.Ticks;
        var wait = (Position - (turns % Count) + Count) % Count;
        return wait == 0 ? now : DateTimeOffset.UnixEpoch + TimeSpan.FromTicks((turns + wait) * turn.Ticks);
    }
}
