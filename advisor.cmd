@echo off
rem Starts the built program; builds it first where there is none.
setlocal
set "program=%~dp0src\Advisor.Cli\bin\Release\net10.0\advisor.dll"
if exist "%program%" goto run
set "program=%~dp0src\Advisor.Cli\bin\Debug\net10.0\advisor.dll"
if exist "%program%" goto run
set "program=%~dp0src\Advisor.Cli\bin\Release\net10.0\advisor.dll"
echo advisor: building once; this takes about a minute. 1>&2
dotnet build "%~dp0src\Advisor.Cli" -c Release -nologo -v quiet "-clp:ErrorsOnly;NoSummary" -p:RunAnalyzers=false 1>&2 || exit /b 1
:run
dotnet "%program%" %*
