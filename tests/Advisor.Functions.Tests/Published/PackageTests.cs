using Advisor.HostStandIn;
using Advisor.Tests;

namespace Advisor.Functions.Tests.Published;

[Collection(nameof(PublishedApp))]
public sealed class PackageTests(PublishedApp package)
{
    [Fact]
    public void The_package_has_what_the_host_reads_and_an_executable_that_it_can_start()
    {
        var host = HostFile.Load(package.Folder);
        var executable = Path.Combine(package.Folder, host.Executable);

        Assert.True(File.GetUnixFileMode(executable).HasFlag(UnixFileMode.UserExecute));
        Assert.Equal(PublishedApp.NativePackage is null, File.Exists(Path.Combine(package.Folder, "libcoreclr.so")));
        Assert.Equal(
            [
                "Api",
                "ApplyChange",
                "ApplyChangePoison",
                "Deliver",
                "DeliverPoison",
                "EvaluateBatch",
                "EvaluateBatchPoison",
                "Metrics",
                "Open",
                "OpenApi",
                "Pages",
                "Tick",
            ],
            FunctionFile.LoadAll(package.Folder).Select(function => function.Name)
        );
    }

    [Fact]
    public void The_package_holds_no_settings_of_a_machine_and_no_symbols() =>
        Assert.DoesNotContain(
            Directory.EnumerateFiles(package.Folder, "*", SearchOption.AllDirectories).Select(Path.GetFileName),
            name => name!.StartsWith("local.settings", StringComparison.Ordinal) || name.EndsWith(".pdb", StringComparison.Ordinal)
        );

    [Fact]
    public void Every_queue_that_is_read_has_a_function_for_its_poison()
    {
        var queues = FunctionFile
            .LoadAll(package.Folder)
            .Select(function => function.Trigger)
            .OfType<QueueTrigger>()
            .Select(trigger => trigger.Queue)
            .ToList();

        Assert.All(
            queues.Where(queue => !queue.EndsWith("-poison", StringComparison.Ordinal)),
            queue => Assert.Contains(queue + "-poison", queues)
        );
    }

    [Fact]
    public void The_deployment_makes_the_queues_that_are_read()
    {
        var storage = File.ReadAllText(RepositoryFiles.GetPath("functions", "infra", "modules", "storage.bicep"));

        Assert.All(
            FunctionFile
                .LoadAll(package.Folder)
                .Select(function => function.Trigger)
                .OfType<QueueTrigger>()
                .Select(trigger => trigger.Queue)
                .Where(queue => !queue.EndsWith("-poison", StringComparison.Ordinal)),
            queue => Assert.Contains($"'{queue}'", storage, StringComparison.Ordinal)
        );
    }

    [Fact]
    public async Task Settings_that_are_missing_end_the_start_with_a_line_for_each()
    {
        var log = new System.Collections.Concurrent.ConcurrentQueue<string>();

        var fault = await Assert.ThrowsAsync<InvalidOperationException>(() =>
            AppProcess.StartAsync(
                package.Folder,
                HostFile.Load(package.Folder),
                new Dictionary<string, string> { ["Advisor__Paused"] = "maybe" },
                log,
                TestContext.Current.CancellationToken
            )
        );

        Assert.Contains("Advisor__State__TableServiceUri is not set", fault.Message, StringComparison.Ordinal);
    }
}
