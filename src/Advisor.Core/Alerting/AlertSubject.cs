using System.Security.Cryptography;
using System.Text;
using Advisor.Core.Rules;

namespace Advisor.Core.Alerting;

/// <summary>Who an alert is about, and who is notified.</summary>
/// <param name="Id">Resource id, "subscription/region", the name of a channel, or what of Advisor itself; compared without case.</param>
/// <param name="Name">What people call it; comes from outside and may hold anything.</param>
/// <param name="Team">The team that is notified; not part of the identity.</param>
/// <param name="Region">Null where it has none.</param>
public sealed record AlertSubject(AlertSubjectKind Kind, string Id, string Name, string Team, string? Region)
{
    private const int KeyCharacters = 32;

    /// <summary>
    /// The dedup key of an alert: 128 bits of a hash of what is alerted upon and by which condition. The same for ever, since neither
    /// value, severity, time nor team is part of it.
    /// </summary>
    public string DedupKey(string condition)
    {
        var identity = string.Join('\n', condition, Kind.ToString(), Id.ToLowerInvariant());
        return Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(identity)))[..KeyCharacters];
    }

    /// <summary>What silences and mute windows can match: alert, team, region, resource (its id), channel (its id).</summary>
    public string? Label(string name, string condition) =>
        name switch
        {
            "alert" => condition,
            "team" => Team,
            "region" => Region,
            "resource" => Kind == AlertSubjectKind.Resource ? Id : null,
            "channel" => Kind == AlertSubjectKind.Channel ? Id : null,
            _ => null,
        };
}
