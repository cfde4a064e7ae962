using System.Security.Cryptography;
using System.Text;
using Advisor.Core.Rules;

namespace Advisor.Core.Alerting;

/// <summary>Subject of an alert, and the team to notify.</summary>
/// <param name="Id">Resource id, "subscription/region", name of a channel, or part of Advisor itself; compares without case.</param>
/// <param name="Name">Display name; comes from outside and may contain anything.</param>
/// <param name="Team">Team that is notified; empty where none is meant. Not part of the identity.</param>
/// <param name="Region">Region of the subject; null if it has none.</param>
public sealed record AlertSubject(AlertSubjectKind Kind, string Id, string Name, string Team, string? Region)
{
    private const int KeyCharacters = 32;

    /// <summary>Team that the settings name and the configuration does not define; null = it defines the one that they name.</summary>
    public string? UnknownTeam { get; init; }

    /// <summary>
    /// Returns the deduplication key of an alert: 128 bits of a hash of subject and condition. It never changes, since value, severity,
    /// time and team are not part of it.
    /// </summary>
    public string ComputeDedupKey(string condition)
    {
        var identity = string.Join('\n', condition, Kind.ToString(), Id.ToLowerInvariant());
        return Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(identity)))[..KeyCharacters];
    }

    /// <summary>
    /// Returns the values of a label that silences and mute windows can match: alert, team (the one that is notified, and the one that a
    /// tag names), region, resource (its id), channel (its id). Empty for a label that the subject does not have.
    /// </summary>
    public IReadOnlyList<string> ListLabels(string name, string condition) =>
        name switch
        {
            "alert" => [condition],
            "team" => UnknownTeam is null ? [Team] : [Team, UnknownTeam],
            "region" when Region is not null => [Region],
            "resource" when Kind == AlertSubjectKind.Resource => [Id],
            "channel" when Kind == AlertSubjectKind.Channel => [Id],
            _ => [],
        };
}
