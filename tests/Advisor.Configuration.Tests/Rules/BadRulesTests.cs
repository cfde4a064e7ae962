using Advisor.Configuration.Rules;
using Advisor.Configuration.Yaml;
using Advisor.Tests;

namespace Advisor.Configuration.Tests.Rules;

/// <summary>
/// Planted bad sets, one file in Bad/ for each kind of problem: the good file with one piece replaced (find, replace), or other content.
/// What a person reads of each stands in Golden/BadRules.txt.
/// </summary>
public sealed class BadRulesTests : IDisposable
{
    private readonly TemporaryFolder folder = new();

    public static TheoryData<string> ListCases() => [.. ListFiles().Select(path => Path.GetFileNameWithoutExtension(path)!)];

    public void Dispose() => folder.Dispose();

    [Theory]
    [MemberData(nameof(ListCases))]
    public void A_planted_problem_is_found_where_it_is(string name)
    {
        var bad = BadSet.Read(name);

        var result = bad.Load(folder.Path);

        Assert.False(result.Succeeded);
        var file = Path.Combine([folder.Path, .. bad.File.Split('/')]);
        Assert.Contains(result.Problems, problem => problem.Path == bad.Path && problem.File == file);
        Assert.All(result.Problems, problem => Assert.DoesNotContain('\n', problem.ToString()));
    }

    [Fact]
    public void Each_problem_is_one_clear_line()
    {
        var text = new List<string>();
        foreach (var bad in ListFiles().Select(path => BadSet.Read(Path.GetFileNameWithoutExtension(path))))
        {
            var result = bad.Load(folder.Path);
            text.Add("# " + bad.What);
            text.AddRange(result.Problems.Select(problem => (problem with { File = bad.File }).ToString()));
            text.Add("");
        }

        Golden.AssertMatches("Advisor.Configuration.Tests", "BadRules.txt", string.Join('\n', text));
    }

    [Fact]
    public void Problems_of_several_files_are_reported_together()
    {
        foreach (var name in new[] { "falling-ceiling", "ladder-not-ascending", "percent-for-ratio" })
        {
            BadSet.Read(name).Write(folder.Path);
        }

        var result = RuleSetLoader.Load(folder.Path);

        Assert.Equal(
            ["signalr.yaml", "skus.yaml", "policy.yaml"],
            result.Problems.Select(problem => Path.GetFileName(problem.File)).Distinct()
        );
        Assert.All(result.Problems, problem => Assert.NotNull(problem.Line));
    }

    [Fact]
    public void A_file_of_the_folder_replaces_the_one_of_the_same_path_and_no_other()
    {
        var policy = RuleFiles.ReadEmbedded("policy.yaml").Replace("value: 0.70", "value: 0.60", StringComparison.Ordinal);
        folder.Write("policy.yaml", policy);
        folder.Write("README.md", "notes of our own");

        var result = RuleSetLoader.Load(folder.Path);

        Assert.Equal(0.60, result.Rules!.Policy.Targets.ServerLoad.Value);
        Assert.Equal(3, result.Rules.Tables.Count);
        Assert.Equal("policy.yaml", Assert.Single(result.Files, file => file.Origin is not null).Name);
    }

    [Fact]
    public void A_file_with_an_unknown_name_is_a_problem_because_it_would_be_ignored_in_silence()
    {
        folder.Write("policies.yaml", "settings: {}");

        var result = RuleSetLoader.Load(folder.Path);

        Assert.Equal("The rules have no file policies.yaml; did you mean policy.yaml?", Assert.Single(result.Problems).Reason);
    }

    [Fact]
    public void A_folder_given_by_mistake_is_a_few_lines()
    {
        foreach (var i in Enumerable.Range(0, 30))
        {
            folder.Write($"photo{i}.jpg", "");
        }

        var problems = RuleSetLoader.Load(folder.Path).Problems;

        Assert.Equal(11, problems.Count);
        Assert.Equal("20 more files do not belong to the rules; is this the right folder?", problems[^1].Reason);
    }

    [Fact]
    public void A_folder_that_does_not_exist_is_a_problem()
    {
        var result = RuleSetLoader.Load(Path.Combine(folder.Path, "nowhere"));

        Assert.Equal("The folder does not exist.", Assert.Single(result.Problems).Reason);
        Assert.Null(result.Rules);
    }

    [Fact]
    public void A_file_in_place_of_the_folder_is_a_problem_that_says_so()
    {
        folder.Write("policy.yaml", "");

        var result = RuleSetLoader.Load(Path.Combine(folder.Path, "policy.yaml"));

        Assert.Equal("This is a file: specify the folder that holds it.", Assert.Single(result.Problems).Reason);
    }

    [Fact]
    public void A_file_too_large_to_be_settings_is_refused_unread()
    {
        folder.Write("policy.yaml", new string('#', DocumentParser.MaxCharacters + 1));

        Assert.Equal(
            "The file has more than 16,000,000 characters, too many for settings.",
            Assert.Single(RuleSetLoader.Load(folder.Path).Problems).Reason
        );
    }

    [Fact]
    public void A_file_full_of_problems_does_not_bury_the_screen()
    {
        var keys = Enumerable.Range(0, 500).Select(i => $"key{i}: {i}");
        folder.Write("policy.yaml", string.Join('\n', keys));

        var problems = RuleSetLoader.Load(folder.Path).Problems;

        Assert.Equal(101, problems.Count);
        Assert.Contains(problems, problem => problem.Reason.StartsWith("More than 100 problems", StringComparison.Ordinal));
    }

    private static IEnumerable<string> ListFiles() =>
        Directory
            .EnumerateFiles(RepositoryFiles.GetPath("tests", "Advisor.Configuration.Tests", "Rules", "Bad"), "*.yaml")
            .Order(StringComparer.Ordinal);

    private sealed record BadSet(string What, string File, string? Find, string? Replace, string? Content, string Path)
    {
        public static BadSet Read(string name)
        {
            var file = RepositoryFiles.GetPath("tests", "Advisor.Configuration.Tests", "Rules", "Bad", name + ".yaml");
            var log = new ProblemLog(file);
            var map = MapReader.FromDocument(System.IO.File.ReadAllText(file), log)!;
            var bad = new BadSet(
                map.ReadText("what")!,
                map.ReadText("file")!,
                ReadRaw(map, "find"),
                ReadRaw(map, "replace"),
                ReadRaw(map, "content"),
                map.ReadText("path", mayBeEmpty: true)!
            );
            map.ReportUnknownKeys();
            Assert.Empty(log.All);
            return bad;
        }

        public RuleLoadResult Load(string folder)
        {
            var path = Write(folder);
            var result = RuleSetLoader.Load(folder);
            System.IO.File.Delete(path);
            return result;
        }

        public string Write(string folder)
        {
            var path = System.IO.Path.Combine(folder, File);
            Directory.CreateDirectory(System.IO.Path.GetDirectoryName(path)!);
            System.IO.File.WriteAllText(path, Content ?? ReadPlanted());
            return path;
        }

        private string ReadPlanted()
        {
            var good = RuleFiles.ReadEmbedded(File);
            var at = good.IndexOf(Find!, StringComparison.Ordinal);
            Assert.True(at >= 0, $"{File} no longer has: {Find}");
            return good[..at] + Replace + good[(at + Find!.Length)..];
        }

        private static string? ReadRaw(MapReader map, string key) =>
            map.ReadValue(
                key,
                required: false,
                (string text, out string? reason) =>
                {
                    reason = null;
                    return text;
                }
            );
    }
}
