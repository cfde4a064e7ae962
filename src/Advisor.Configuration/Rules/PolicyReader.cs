using Advisor.Configuration.Yaml;
using Advisor.Core.Rules;

namespace Advisor.Configuration.Rules;

/// <summary>Reads rules/policy.yaml. Every setting of <see cref="PolicySettings"/> is required.</summary>
internal static class PolicyReader
{
    public static PolicyRules? Read(MapReader root)
    {
        root.ReadDate("checkedOn");
        if (root.ReadMap("settings") is not { } settings)
        {
            return null;
        }

        var policy = NumberSetting<PolicyRules>.ReadAll(settings, PolicySettings.All, new PolicyRules());
        CheckLines(settings, policy);
        return policy;
    }

    private static void CheckLines(MapReader settings, PolicyRules policy)
    {
        if (policy.StaleAfter <= policy.MetricLag)
        {
            settings.Report("staleAfter", "This must be longer than metricLag, or every metric is stale.");
        }

        if (policy.RespectOthersMax < policy.RespectOthersFor)
        {
            settings.Report("respectOthersMax", "This must be respectOthersFor or longer.");
        }
    }
}
