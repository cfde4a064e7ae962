using System.Diagnostics;
using Advisor.Tests;

namespace Advisor.Benchmarks.Native;

/// <summary>
/// Advisor, a minimal console program and a minimal ASP.NET Core one, each published in IL and native, in a folder that goes with this
/// object.
/// </summary>
internal sealed class BuiltPrograms : IDisposable
{
    private const string Runtime = "linux-x64";

    private const string Console = "System.Console.Out.WriteLine(\"ready\");\n";

    // One answer, as a request of its own sees it.
    private const string Web = """
        var builder = WebApplication.CreateSlimBuilder(args);
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        var app = builder.Build();
        app.MapGet("/", () => "ready");
        await app.StartAsync();
        using var http = new HttpClient();
        System.Console.Out.WriteLine(await http.GetStringAsync(new Uri(app.Urls.First())));

        """;

    private readonly string folder = Directory.CreateTempSubdirectory("advisor-native-").FullName;

    /// <summary>Commands that start a program, by its name and by whether it is native.</summary>
    public Dictionary<(string Name, bool IsNative), string[]> Commands { get; } = [];

    /// <summary>Bytes of what a user installs; of a program in IL, without .NET.</summary>
    public Dictionary<(string Name, bool IsNative), long> Sizes { get; } = [];

    /// <summary>Publishes all of them, which takes minutes.</summary>
    public static async Task<BuiltPrograms> PublishAsync()
    {
        var built = new BuiltPrograms();
        var advisor = RepositoryFiles.GetPath("src", "Advisor.Cli");
        await built.AddAsync(
            "advisor",
            isNative: false,
            ["dotnet", "publish", advisor, "-c", "Release", "-p:RunAnalyzers=false"],
            "advisor"
        );
        await built.AddAsync("advisor", isNative: true, [RepositoryFiles.GetPath("publish"), Runtime], "advisor");
        foreach (var (name, sdk, code) in new[] { ("console", "Microsoft.NET.Sdk", Console), ("web", "Microsoft.NET.Sdk.Web", Web) })
        {
            var project = built.WriteProject(name, sdk, code);
            await built.AddAsync(name, isNative: false, ["dotnet", "publish", project, "-c", "Release"], name);
            await built.AddAsync(
                name,
                isNative: true,
                ["dotnet", "publish", project, "-c", "Release", "-r", Runtime, "-p:PublishAot=true", "-p:InvariantGlobalization=true"],
                name
            );
        }

        return built;
    }

    public void Dispose() => Directory.Delete(folder, recursive: true);

    private string WriteProject(string name, string sdk, string code)
    {
        var project = Path.Combine(folder, "source", name);
        Directory.CreateDirectory(project);
        File.WriteAllText(Path.Combine(project, "Program.cs"), code);
        File.WriteAllText(
            Path.Combine(project, name + ".csproj"),
            $"""
            <Project Sdk="{sdk}">
              <PropertyGroup>
                <OutputType>Exe</OutputType>
                <TargetFramework>net10.0</TargetFramework>
                <ImplicitUsings>enable</ImplicitUsings>
              </PropertyGroup>
            </Project>
            """
        );
        return project;
    }

    private async Task AddAsync(string name, bool isNative, string[] publish, string program)
    {
        var made = Path.Combine(folder, $"{name}-{(isNative ? "native" : "il")}");
        string[] target = publish[0] == "dotnet" ? ["-v", "quiet", "-o", made] : [made];
        using var process = Process.Start(
            new ProcessStartInfo(publish[0], [.. publish[1..], .. target]) { UseShellExecute = false, RedirectStandardOutput = true }
        )!;
        var output = await process.StandardOutput.ReadToEndAsync();
        await process.WaitForExitAsync();
        if (process.ExitCode != 0)
        {
            throw new InvalidOperationException($"{string.Join(' ', publish)} failed: {output}");
        }

        foreach (var symbols in Directory.GetFiles(made).Where(file => Path.GetExtension(file) is ".pdb" or ".dbg" or ".xml"))
        {
            File.Delete(symbols);
        }

        Commands[(name, isNative)] = isNative ? [Path.Combine(made, program)] : ["dotnet", Path.Combine(made, program + ".dll")];
        Sizes[(name, isNative)] = Directory.GetFiles(made, "*", SearchOption.AllDirectories).Sum(file => new FileInfo(file).Length);
    }
}
