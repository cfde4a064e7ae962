using Advisor.Tests;

namespace Advisor.Cli.Tests.Deploy;

/// <summary>The files that run the image, against the types and schemas of their readers. No test starts Docker or Kubernetes.</summary>
public sealed class ManifestTests : IDisposable
{
    private const string Kubernetes = "deploy/kubernetes/advisor.yaml";
    private const string Monitor = "deploy/kubernetes/servicemonitor.yaml";
    private const string Compose = "compose.yaml";

    private readonly TemporaryFolder folder = new();

    public void Dispose() => folder.Dispose();

    [Fact]
    public async Task Manifests_and_compose_file_are_valid_skipped_where_the_schemas_are_absent()
    {
        Assert.Equal(2, Directory.GetFiles(RepositoryFiles.GetPath("deploy", "kubernetes")).Length);
        Assert.Empty(await CheckAsync(Find(Kubernetes), Find(Monitor), Find(Compose)));
    }

    [Theory]
    [InlineData(Kubernetes, "replicas: 1", "replicas: one", "data/spec/replicas must be integer")]
    [InlineData(Kubernetes, "runAsNonRoot", "runAsNotRoot", "Deployment.spec.template.spec.securityContext.runAsNotRoot is no field")]
    [InlineData(Kubernetes, "livenessProbe", "liveProbe", "Deployment.spec.template.spec.containers[0].liveProbe is no field")]
    [InlineData(Kubernetes, "maxUnavailable", "maxUnavailible", "PodDisruptionBudget.spec.maxUnavailible is no field")]
    [InlineData(Kubernetes, "policy/v1", "policy/v2", "there is no PodDisruptionBudget of policy/v2")]
    [InlineData(Monitor, "credentials:", "credential:", "ServiceMonitor.spec.endpoints[0].authorization.credential is no field")]
    [InlineData(Compose, "cap_drop", "capdrop", "/services/advisor must NOT have additional properties")]
    public async Task A_planted_slip_is_found_skipped_where_the_schemas_are_absent(string file, string text, string slip, string expected)
    {
        var written = await File.ReadAllTextAsync(Find(file), TestContext.Current.CancellationToken);
        Assert.Contains(text, written, StringComparison.Ordinal);

        var findings = await CheckAsync(folder.Write("slip.yaml", written.Replace(text, slip, StringComparison.Ordinal)));

        Assert.Equal([expected], findings);
    }

    /// <summary>What the program needs beside the schemas: its own user and paths, secrets by reference, the probes that it has.</summary>
    [Fact]
    public async Task Image_and_manifests_agree_and_hold_no_secret()
    {
        var manifest = await File.ReadAllTextAsync(Find(Kubernetes), TestContext.Current.CancellationToken);
        var image = await DockerFile.ReadAsync();

        Assert.Empty(image.Findings);
        Assert.Equal("1654:1654", image.Get("USER"));
        Assert.Equal(["/state"], image.GetWords("VOLUME"));
        Assert.Equal(["/advisor/advisor", "health"], image.GetWords("HEALTHCHECK"));
        Assert.Contains("[\"/advisor/advisor\", \"health\", ", (await CliResult.RunAsync(["health", "--help"])).Out);
        Assert.Contains($"args: [{string.Join(", ", image.GetWords("CMD"))}]", manifest, StringComparison.Ordinal);
        Assert.Contains($"containerPort: {image.Get("EXPOSE")} ", manifest, StringComparison.Ordinal);
        Assert.Contains("runAsUser: 1654", manifest, StringComparison.Ordinal);
        Assert.Contains($"mountPath: {image.Get("WORKDIR")}, readOnly: true", manifest, StringComparison.Ordinal);
        Assert.Contains("path: /open/live,", manifest, StringComparison.Ordinal);
        Assert.Contains("path: /open/ready,", manifest, StringComparison.Ordinal);
        var lines = manifest.Split('\n');
        foreach (var (index, line) in lines.Index().Where(line => line.Item.Contains("Keys", StringComparison.Ordinal)))
        {
            Assert.EndsWith("Keys", line, StringComparison.Ordinal);
            Assert.Contains("valueFrom: { secretKeyRef:", lines[index + 1], StringComparison.Ordinal);
        }
    }

    // 'docker compose up' in a fresh clone says that the file is missing, and 'advisor init' can still write it there.
    [Fact]
    public async Task Compose_makes_no_folder_in_the_place_of_missing_settings()
    {
        var compose = await File.ReadAllTextAsync(Find(Compose), TestContext.Current.CancellationToken);

        Assert.Contains("        source: ./advisor.yaml\n        target: /etc/advisor/advisor.yaml\n", compose, StringComparison.Ordinal);
        Assert.Contains("bind: { create_host_path: false }", compose, StringComparison.Ordinal);
        Assert.DoesNotContain("- ./", compose, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("USER 1654:1654", "USERS 1654:1654", "Unknown instruction: USERS")]
    [InlineData("WORKDIR /etc/advisor", "WORKDIR advisor", "WORKDIR paths should be absolute")]
    public async Task A_slip_in_the_dockerfile_is_found_skipped_where_its_linter_is_absent(string text, string slip, string expected)
    {
        var written = await File.ReadAllTextAsync(Find("Dockerfile"), TestContext.Current.CancellationToken);
        Assert.Contains(text, written, StringComparison.Ordinal);

        var file = await DockerFile.ReadAsync(folder.Write("Dockerfile", written.Replace(text, slip, StringComparison.Ordinal)));

        Assert.EndsWith(expected, Assert.Single(file.Findings), StringComparison.Ordinal);
    }

    private static string Find(string file) => RepositoryFiles.GetPath(file.Split('/'));

    private static Task<IReadOnlyList<string>> CheckAsync(params string[] files) =>
        NodeScript.FindAsync("manifests.mjs", "kubernetes-models", files);
}
