namespace Advisor.Core.Tests.Architecture;

/// <summary>A library from outside is used in the folder that is there for it, so that the rest does not depend on it.</summary>
public sealed class LibraryFoldersTests
{
    private static readonly Dictionary<string, string[]> Folders = new()
    {
        ["YamlDotNet"] = ["src/Advisor.Configuration/"],
        ["Microsoft.Data.Sqlite"] = ["src/Advisor.Service/Store/Sqlite/"],
        ["SQLitePCL"] = ["src/Advisor.Service/Store/Sqlite/"],
        ["Azure.Data.Tables"] = ["src/Advisor.Service/Store/Tables/"],
        ["Azure.ResourceManager"] = ["src/Advisor.Azure/Sdk/"],
        ["Azure.Security.KeyVault"] = ["src/Advisor.Azure/", "functions/"],
        ["MailKit"] = ["src/Advisor.Service/Notifications/Channels/Email/"],
        ["MimeKit"] = ["src/Advisor.Service/Notifications/Channels/Email/"],
        ["OpenTelemetry"] = ["src/Advisor.Web/Telemetry/"],
        ["Spectre.Console"] = ["src/Advisor.Reporting/", "src/Advisor.Cli/"],
        ["System.CommandLine"] = ["src/Advisor.Cli/"],
    };

    [Fact]
    public void A_library_is_used_in_its_folders_only() =>
        Assert.Empty(
            ListMisplaced(
                SourceFiles.List("src", "functions").SelectMany(file => File.ReadLines(file.FullPath), (file, line) => (file.Path, line))
            )
        );

    [Fact]
    public void Every_library_of_the_list_is_used() =>
        Assert.All(
            Folders,
            library =>
                Assert.Contains(
                    SourceFiles.List("src", "functions").Where(file => library.Value.Any(folder => IsIn(file.Path, folder))),
                    file => File.ReadLines(file.FullPath).Any(line => IsUsing(line, library.Key))
                )
        );

    [Fact]
    public void A_library_elsewhere_is_found() =>
        Assert.Equal(
            ["src/Advisor.Service/Tick/TickPlanner.cs: MimeKit"],
            ListMisplaced([
                ("src/Advisor.Service/Tick/TickPlanner.cs", "using MimeKit.Text;"),
                ("src/Advisor.Cli/A.cs", "using Spectre.Console;"),
            ])
        );

    private static IEnumerable<string> ListMisplaced(IEnumerable<(string Path, string Line)> lines) =>
        from line in lines
        from library in Folders
        where IsUsing(line.Line, library.Key) && !library.Value.Any(folder => IsIn(line.Path, folder))
        select $"{line.Path}: {library.Key}";

    private static bool IsIn(string path, string folder) => path.StartsWith(folder, StringComparison.Ordinal);

    private static bool IsUsing(string line, string library) =>
        line.StartsWith($"using {library};", StringComparison.Ordinal) || line.StartsWith($"using {library}.", StringComparison.Ordinal);
}
