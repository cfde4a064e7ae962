using System.CommandLine;
using System.CommandLine.Parsing;
using System.Net;
using Advisor.Core.Text;
using Advisor.Service.SignedLinks;
using Advisor.Web.Network;
using Advisor.Web.SignIn;

namespace Advisor.Cli.Commands.Serve;

/// <summary>
/// Options that open a command to the network. What protects it there is a secret or describes the deployment, so it comes from the
/// environment, under the names of the Functions app. Where it is set it protects 127.0.0.1 too: a proxy of this machine publishes that.
/// </summary>
internal sealed class ListenOptions
{
    private const string KeysVariable = "Advisor__ApiKeys";
    private const string SignInVariable = "Advisor__SignIn";
    private const string AddressVariable = "Advisor__Address";

    private readonly Option<string?> listen = new("--listen")
    {
        Description = "IP address to listen on, such as 0.0.0.0 in a container. Default: 127.0.0.1, this machine only.",
        HelpName = "ADDRESS",
    };
    private readonly Option<bool> anonymous = new("--allow-anonymous")
    {
        Description =
            $"With --listen or {AddressVariable}: let anyone who reaches it read. To act, a key or a sign-in is required all the same.",
    };

    /// <summary>The options, in the order of the help text.</summary>
    public IReadOnlyList<Option> All => [listen, anonymous];

    /// <summary>Name of the first of the options that was given; null = none.</summary>
    public string? FindGiven(CommandResult result) => All.FirstOrDefault(option => result.GetResult(option) is not null)?.Name;

    /// <summary>Returns why the options do not fit; null when they do.</summary>
    public string? FindProblem(CommandResult result) =>
        result.GetValue(listen) is { } text && Parse(text) is null
            ? $"--listen must be an IP address of this machine, or 0.0.0.0 for all of them, not '{UntrustedText.Sanitize(text)}'."
            : null;

    /// <exception cref="CommandException">The environment has an invalid setting, or nothing that protects what is opened.</exception>
    public ListenAddress Read(ParseResult parse, Func<string, string?> environment)
    {
        var address = parse.GetValue(listen) is { } text ? Parse(text)! : IPAddress.Loopback;
        var network = new NetworkAccess
        {
            Keys = ReadKeys(environment),
            SignIn = ReadSignIn(environment),
            Address = ReadAddress(environment),
            AllowsAnonymous = parse.GetValue(anonymous),
        };
        if (IPAddress.IsLoopback(address) && network is { Keys: null, SignIn: SignInMode.Off, Address: null })
        {
            return network.AllowsAnonymous
                ? throw CommandException.CreateUsage(
                    $"--allow-anonymous requires --listen with an address that others reach, or {AddressVariable}: "
                        + "this machine needs no key."
                )
                : new(address, null);
        }

        var opened = IPAddress.IsLoopback(address) ? AddressVariable : $"--listen {address}";
        return network.IsClosed
            ? throw CommandException.CreateUsage(
                $"{opened} would open names, load and cost of your resources to the network: set {KeysVariable} "
                    + $"(`openssl rand -base64 {ApiKeys.MinLength}`) or {SignInVariable}, or add --allow-anonymous to let anyone read."
            )
            : new(address, network);
    }

    // A lone number is an address too, by the rules of 1983; here it is a port in the wrong place.
    private static IPAddress? Parse(string? text) =>
        IPAddress.TryParse(text, out var address) && (text.Contains(':', StringComparison.Ordinal) || text.Count(c => c == '.') == 3)
            ? address
            : null;

    private static ApiKeys? ReadKeys(Func<string, string?> environment)
    {
        if (environment(KeysVariable) is not { Length: > 0 } text)
        {
            return null;
        }

        var (keys, problem) = ApiKeys.Read(text);
        return keys ?? throw CommandException.CreateUsage($"{KeysVariable} {problem}");
    }

    private static SignInMode ReadSignIn(Func<string, string?> environment) =>
        SignInModes.Parse(environment(SignInVariable))
        ?? throw CommandException.CreateUsage(
            $"{SignInVariable} is '{UntrustedText.Sanitize(environment(SignInVariable)!)}'; it must be off, record or require."
        );

    private static Uri? ReadAddress(Func<string, string?> environment) =>
        environment(AddressVariable) is not { Length: > 0 } text ? null
        : !Uri.TryCreate(text, UriKind.Absolute, out var address)
            ? throw CommandException.CreateUsage($"{AddressVariable} must be an address such as https://advisor.example.com.")
        : AppLinks.FindProblem(address) is { } problem ? throw CommandException.CreateUsage($"{AddressVariable} {problem}")
        : address;
}
