namespace Advisor.Lab.LocalAzure.Scenarios;

/// <summary>Tags by which a resource declares its workload to Advisor.</summary>
internal static class LocalTags
{
    public static Dictionary<string, string> Create(string useCase, int messageBytes, string team, int? groupSize = null) =>
        new(StringComparer.Ordinal)
        {
            ["advisor-workload"] = $"{useCase}:1:{messageBytes}{(groupSize is { } size ? $":{size}" : "")}",
            ["advisor-team"] = team,
        };
}
