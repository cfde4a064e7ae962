using System.Collections.Concurrent;
using System.Diagnostics;
using Advisor.Cli.Tests.World;
using Advisor.Tests;

namespace Advisor.Cli.Tests.Deploy;

/// <summary>
/// The image without Docker: a root file system with the program and what its base has (the C library, OpenSSL, certificates, time zones),
/// read-only but for its volume, entered as the user of the Dockerfile with the process as number 1.
/// </summary>
public sealed class ContainerTests : IDisposable
{
    private const string Why = "needs a native program (tests/run --native), root, unshare and chroot";

    // In a mount and process namespace of its own: nothing is left when it ends.
    private const string Enter = """
        root=$1 volume=$2 folder=$3 user=$4; shift 4
        mount --bind "$root" "$root" && mount --bind "$root$volume" "$root$volume" && mount -o remount,ro,bind "$root" &&
          mount --rbind /dev "$root/dev" && mount -t proc proc "$root/proc" &&
          exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin chroot --userspec="$user" "$root" "$@"
        """;

    private static readonly string[] Libraries = ["libsqlite3.so.0", "libssl.so.3", "libcrypto.so.3", "libm.so.6", "libc.so.6"];

    private readonly TemporaryFolder folder = new();
    private Process? container;

    public static bool CanRun =>
        OperatingSystem.IsLinux() && AdvisorProgram.Native is not null && Environment.UserName == "root" && File.Exists("/usr/bin/unshare");

    public void Dispose()
    {
        ProgramProcess.Stop(container);
        folder.Dispose();
    }

    [Fact(Skip = Why, SkipUnless = nameof(CanRun))]
    public async Task It_serves_as_its_user_on_a_read_only_root_says_so_to_its_health_check_and_ends_on_sigterm()
    {
        var image = await DockerFile.ReadAsync();
        var root = await BuildRootAsync(image);
        var port = FreePort.Find();
        var address = $"http://127.0.0.1:{port}";
        var (done, said) = (new ConcurrentQueue<string>(), new ConcurrentQueue<string>());

        // What the image starts, with ten simulated resources in place of Azure, and a port of this machine.
        string[] command = [.. image.GetWords("ENTRYPOINT"), .. image.GetWords("CMD")];
        container = Start(root, image, [.. command, "--local", "--allow-anonymous", "--port", port.ToString()], done.Enqueue, said.Enqueue);
        await Until.WaitAsync(() => container.HasExited || RunHealth(root, image, address) == (ExitCodes.Success, "ok\n"));
        Assert.False(container.HasExited, string.Join('\n', said));

        // The first process of its namespace does not die of a signal that it does not handle. The one above it is unshare.
        var inside = FindChild(container.Id);
        Assert.Equal("1654", FindStatus(inside, "Uid")[0]);
        Assert.Equal("1", FindStatus(inside, "NSpid")[^1]);
        using var kill = Process.Start("kill", ["-TERM", inside.ToString()]);
        await container.WaitForExitAsync(TestContext.Current.CancellationToken);

        Assert.Equal((ExitCodes.Success, "advisor: stopped."), (container.ExitCode, said.LastOrDefault()));
        Assert.Equal(["state.db"], Directory.GetFiles(Path.Combine(root, "state")).Select(Path.GetFileName));
        Assert.Equal(ExitCodes.Unreachable, RunHealth(root, image, address).Code);
    }

    [Fact(Skip = Why, SkipUnless = nameof(CanRun))]
    public async Task Without_a_key_it_ends_with_the_line_that_says_what_to_set()
    {
        var image = await DockerFile.ReadAsync();
        var said = new ConcurrentQueue<string>();
        var root = await BuildRootAsync(image);
        container = Start(root, image, [.. image.GetWords("ENTRYPOINT"), .. image.GetWords("CMD")], _ => { }, said.Enqueue);
        await container.WaitForExitAsync(TestContext.Current.CancellationToken);

        Assert.Equal(ExitCodes.Usage, container.ExitCode);
        Assert.Contains("set Advisor__ApiKeys", Assert.Single(said), StringComparison.Ordinal);
    }

    private async Task<string> BuildRootAsync(DockerFile image)
    {
        var root = Path.Combine(folder.Path, "root");
        var script = $"""
            set -e
            mkdir -p {root}/advisor {root}/usr/lib {root}/usr/share {root}/lib64 {root}/etc/ssl/certs {root}/dev {root}/proc {root}/state \
              {root}{image.Get("WORKDIR")}
            cp {AdvisorProgram.Native} {root}/advisor/advisor
            for library in {string.Join(' ', Libraries)}; do
              cp -L "$(ldconfig -p | sed -n "s|.*$library .*x86-64.*=> ||p" | head -1)" {root}/usr/lib/
            done
            cp -L /lib64/ld-linux-x86-64.so.2 {root}/lib64/
            cp -L /etc/ssl/certs/ca-certificates.crt {root}/etc/ssl/certs/
            cp -r /usr/share/zoneinfo {root}/usr/share/
            chown {image.Get("USER")} {root}/state
            """;
        using var made = Process.Start(
            new ProcessStartInfo("bash", ["-c", script]) { UseShellExecute = false, RedirectStandardError = true }
        )!;
        var error = await made.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        await made.WaitForExitAsync(TestContext.Current.CancellationToken);
        Assert.True(made.ExitCode == 0, error);
        return root;
    }

    private static string[] CreateArguments(string root, DockerFile image, IEnumerable<string> command) =>
        [
            "--mount",
            "--pid",
            "--fork",
            "--kill-child=KILL",
            "sh",
            "-c",
            Enter,
            "sh",
            root,
            image.GetWords("VOLUME").Single(),
            image.Get("WORKDIR"),
            image.Get("USER"),
            .. command,
        ];

    private static Process Start(string root, DockerFile image, IEnumerable<string> command, Action<string> done, Action<string> said) =>
        ProgramProcess.Start(["unshare", .. CreateArguments(root, image, command)], done, said);

    private static (int Code, string Out) RunHealth(string root, DockerFile image, string address)
    {
        using var process = Process.Start(
            new ProcessStartInfo("unshare", CreateArguments(root, image, [.. image.GetWords("HEALTHCHECK"), address]))
            {
                UseShellExecute = false,
                RedirectStandardOutput = true,
                RedirectStandardError = true,
            }
        )!;
        var printed = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        return (process.ExitCode, printed);
    }

    private static int FindChild(int parent) =>
        int.Parse(File.ReadAllText($"/proc/{parent}/task/{parent}/children").Split(' ', StringSplitOptions.RemoveEmptyEntries).Single());

    private static string[] FindStatus(int process, string name) =>
        File.ReadLines($"/proc/{process}/status")
            .Single(line => line.StartsWith(name + ":", StringComparison.Ordinal))
            .Split((char[])[' ', '\t', ':'], StringSplitOptions.RemoveEmptyEntries)[1..];
}
