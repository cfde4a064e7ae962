using System.Security.Cryptography;
using Advisor.Cli.Inputs;
using Advisor.Cli.Output;
using Advisor.Core.Quantities;
using Advisor.Core.Text;
using Advisor.Service.Evaluation;
using Advisor.Service.StateTransfer;

namespace Advisor.Cli.Commands.State;

/// <summary>Exports the state to a file or standard output, and imports a file into a new state.</summary>
internal static class StateTransferRun
{
    private const UnixFileMode OwnerOnly = UnixFileMode.UserRead | UnixFileMode.UserWrite;

    /// <param name="file">New file; null or - = standard output.</param>
    /// <exception cref="CommandException">There is no state, the file exists, or it cannot be written.</exception>
    public static async Task<int> ExportAsync(CliContext cli, string? file, string? place, CancellationToken cancellation)
    {
        if (file is null or "-")
        {
            await ExportAsync(cli, cli.Out, place, cancellation);
            return ExitCodes.Success;
        }

        var path = cli.ResolvePath(file);
        var shown = UntrustedText.Sanitize(file);
        if (Path.Exists(path))
        {
            throw CommandException.CreateInvalidInput($"'{shown}' exists already: name a new file.");
        }

        int rows;
        try
        {
            rows = await WholeFile.WriteAsync(
                path,
                overwrite: false,
                OwnerOnly,
                async stream =>
                {
                    await using var writer = new StreamWriter(stream, leaveOpen: true);
                    return await ExportAsync(cli, writer, place, cancellation);
                }
            );
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw CommandException.CreateInvalidInput($"'{shown}' cannot be written: {UntrustedText.Sanitize(e.Message)}", e);
        }

        await cli.Error.WriteLineAsync($"{Wording.FormatCount(rows, "row", "rows")} exported to {shown}.");
        return ExitCodes.Success;
    }

    /// <exception cref="CommandException">The file is not an exported state, or there is a state already.</exception>
    public static async Task<int> ImportAsync(CliContext cli, string file, string? place, CancellationToken cancellation)
    {
        var shown = UntrustedText.Sanitize(file);
        var path = FileInput.Find(cli, file);
        try
        {
            // The whole file first: a damaged one leaves nothing behind.
            string hash;
            StateCheck check;
            using (var reader = File.OpenText(path))
            {
                if (!reader.BaseStream.CanSeek)
                {
                    throw new InvalidDataException("It is a pipe, and is read twice: write it to a file first.");
                }

                hash = Convert.ToHexStringLower(await SHA256.HashDataAsync(reader.BaseStream, cancellation));
                reader.BaseStream.Position = 0;
                check = await StateImport.CheckAsync(reader, cancellation);
            }

            using var progress = new ProgressLine(cli);
            var counter = new Counter(progress, "Rows imported");
            var rows = await StateInput.UseStoreAsync(
                cli,
                place,
                async (store, _) =>
                {
                    using var reader = File.OpenText(path);
                    return await StateImport.RunAsync(store, reader, hash, counter, cancellation);
                },
                cancellation,
                StateAccess.Create
            );
            await cli.Error.WriteLineAsync($"{Wording.FormatCount(rows, "row", "rows")} imported from {shown}.");
            if (check.Damaged > 0)
            {
                await cli.Error.WriteLineAsync(
                    UntrustedText.Sanitize(
                        $"advisor: warning: {check.Damaged:#,0} of them cannot be read. The first: {check.Problems[0]} "
                            + $"'advisor state check{SuggestedCommand.FormatState(place)}' names them."
                    )
                );
            }

            return ExitCodes.Success;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw CommandException.CreateInvalidInput($"'{shown}' cannot be read: {UntrustedText.Sanitize(e.Message)}", e);
        }
        catch (InvalidDataException e)
        {
            throw CommandException.CreateInvalidInput($"'{shown}': {UntrustedText.Sanitize(e.Message)}", e);
        }
    }

    private static async Task<int> ExportAsync(CliContext cli, TextWriter writer, string? place, CancellationToken cancellation)
    {
        using var progress = new ProgressLine(cli);
        var counter = new Counter(progress, "Rows exported");
        return await StateInput.UseStoreAsync(
            cli,
            place,
            (store, _) => StateExport.WriteAsync(store, writer, counter, cancellation),
            cancellation,
            StateAccess.Read
        );
    }

    private sealed class Counter(ProgressLine line, string step) : IProgress<int>
    {
        public void Report(int value) => line.Report(new EvaluationProgress(step, value));
    }
}
