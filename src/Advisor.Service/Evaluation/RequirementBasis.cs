using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using Advisor.Core.Capacity;
using Advisor.Core.Fleet;
using Advisor.Core.Rules;

namespace Advisor.Service.Evaluation;

/// <summary>
/// Identifies the settings by which the units required in the past were computed: the targets, the declared workload, whether traffic
/// counts the leg to the app servers, and the edition. Units required by others of them are not comparable.
/// </summary>
internal static class RequirementBasis
{
    /// <summary>Basis of a past whose older part was lost: that of no settings, so that the past is learned again.</summary>
    public const string Lost = "lost";

    private const int Characters = 16;

    /// <summary>
    /// Computes the basis of a resource, 16 hexadecimal digits. An inferred workload is none: it is inferred anew from the same past.
    /// </summary>
    public static string Compute(RuleSet rules, FleetResource resource)
    {
        var settings = resource.Settings;
        var targets = settings.Targets.CompleteWith(rules.Policy.Targets);
        var parts = settings.Workload?.Parts ?? [];
        var text = string.Join(
            '\n',
            [
                .. LimitingFactor.Limits.Select(limit => Format(targets[limit].Value)),
                $"{resource.CountsServerLeg}",
                settings.Edition,
                .. parts.Select(part => $"{part.UseCase.ToWireName()} {Format(part.Share.Value)} {part.MessageBytes} {part.GroupSize}"),
            ]
        );
        return Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(text)))[..Characters];
    }

    private static string Format(double value) => value.ToString("R", CultureInfo.InvariantCulture);
}
