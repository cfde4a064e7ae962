using Advisor.Configuration.Yaml;
using Advisor.Core.Capacity;
using Advisor.Core.Rules;

namespace Advisor.Configuration.Rules;

/// <summary>
/// Loads and validates the rules. Reads every file completely and reports all problems at once; no missing value is silently defaulted.
/// </summary>
public static class RuleSetLoader
{
    // The alert rules are nearly half of the text, and a plan or a list of prices never uses them.
    private static readonly Lazy<RuleSet> EmbeddedRules = new(() =>
    {
        var result = Load(null, alertsWhenUsed: true);
        return result.Rules ?? throw CreateInvalid(result.Problems);
    });

    /// <summary>Embedded rules, loaded once; those of the alerts when they are first used.</summary>
    public static RuleSet Embedded => EmbeddedRules.Value;

    /// <summary>Loads the rules.</summary>
    /// <param name="directory">
    /// User's folder (<c>--rules DIR</c>): a file there replaces the embedded one with the same path; null = none. A missing folder is a
    /// problem.
    /// </param>
    public static RuleLoadResult Load(string? directory = null) => Load(directory, alertsWhenUsed: false);

    private static RuleLoadResult Load(string? directory, bool alertsWhenUsed)
    {
        var problems = new List<DocumentProblem>();
        var overrides = new Dictionary<string, string>(StringComparer.Ordinal);
        var texts = new Dictionary<string, string>(StringComparer.Ordinal);
        if (directory is not null && !Directory.Exists(directory))
        {
            var what = File.Exists(directory) ? "This is a file: specify the folder that holds it." : "The folder does not exist.";
            problems.Add(new DocumentProblem(directory, null, "", what));
        }
        else if (directory is not null)
        {
            overrides = RuleFiles.ReadOverrides(directory, problems);
        }

        var tables = RuleFiles
            .Capacity.Select(name =>
                Read(name, overrides, texts, problems, root => CapacityReader.Read(root, Path.GetFileNameWithoutExtension(name)))
            )
            .ToList();
        var catalogs = Read(RuleFiles.Skus, overrides, texts, problems, SkuReader.Read);
        var policy = Read(RuleFiles.Policy, overrides, texts, problems, PolicyReader.Read);
        var alerts = new Lazy<AlertRules?>(() => Read(RuleFiles.Alerts, overrides, texts, problems, AlertReader.Read));
        if (!alertsWhenUsed)
        {
            _ = alerts.Value;
        }

        var entries = new Lazy<IReadOnlyList<RuleEntry>>(() =>
        {
            _ = alerts.Value;
            return RuleEntryReader.ReadAll(texts);
        });
        var files = RuleFiles.Names.Select(name => new RuleFile(name, overrides.GetValueOrDefault(name))).ToList();
        return problems.Count == 0 && catalogs is not null && policy is not null
            ? new RuleLoadResult(
                new RuleSet([.. tables.OfType<CapacityTable>()], catalogs, policy)
                {
                    DeferredAlerts = new(() => alerts.Value ?? throw CreateInvalid(problems)),
                    Entries = entries,
                },
                [],
                files
            )
            : new RuleLoadResult(null, problems, files);
    }

    private static InvalidOperationException CreateInvalid(IReadOnlyList<DocumentProblem> problems) =>
        new("The built-in rules are invalid:" + Environment.NewLine + string.Join(Environment.NewLine, problems));

    private static T? Read<T>(
        string name,
        Dictionary<string, string> overrides,
        Dictionary<string, string> texts,
        List<DocumentProblem> problems,
        Func<MapReader, T?> read
    )
        where T : class
    {
        var path = overrides.GetValueOrDefault(name);
        var log = new ProblemLog(path ?? "rules/" + name);
        var text = path is null ? RuleFiles.ReadEmbedded(name) : RuleFiles.ReadFromDisk(path, log);
        texts[name] = text ?? "";
        var root = text is null ? null : MapReader.FromDocument(text, log);
        var value = root is null ? null : read(root);
        root?.ReportUnknownKeys();
        problems.AddRange(log.All.OrderBy(problem => problem.Line ?? 0));
        return log.Count == 0 ? value : null;
    }
}
